package io.bmsql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** NOTICE names every library that is shipped, with a licence. */
class NoticeTest {
    @Test
    void everyRunTimeDependencyIsListedWithItsLicence() throws Exception {
        String notice = Files.readString(Path.of("NOTICE"));

        List<String> shipped = shippedArtifacts();

        assertThat(shipped).contains("mysql-connector-j", "postgresql", "jfreechart");
        for (String artifact : shipped) {
            assertThat(notice).as("NOTICE").containsPattern("[:, ]" + artifact + "(,|\\s)");
        }
    }

    static List<String> shippedArtifacts() throws Exception {
        Element project = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new File("pom.xml"))
                .getDocumentElement();
        List<String> artifacts = new ArrayList<>();
        for (Element dependency : children(children(project, "dependencies").get(0), "dependency")) {
            List<Element> scope = children(dependency, "scope");
            if (scope.isEmpty() || !scope.get(0).getTextContent().equals("test")) {
                artifacts.add(children(dependency, "artifactId").get(0).getTextContent());
            }
        }
        return artifacts;
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = parent.getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            Node node = nodes.item(i);
            if (node instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }
}
