package io.bmsql.report.chart;

import static io.bmsql.common.NumberText.coordinate;

import java.awt.Font;
import java.awt.Paint;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.text.AttributedCharacterIterator.Attribute;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.DefaultExtensionHandler;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGPaintDescriptor;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSSerializer;

/**
 * What charts are drawn on: shapes go through Batik, text is laid out by the browser. No call may reach the fonts of
 * AWT, which crash the JVM ({@code InternalError}) on a server without fonts; hence the font that knows its family by
 * heart.
 */
final class SvgCanvas extends SVGGraphics2D {
    private static final String SVG = "http://www.w3.org/2000/svg";

    /** The rest of Batik's presentation attributes repeat what a browser does by itself. */
    private static final Set<String> KEPT = Set.of("fill", "stroke", "stroke-width", "stroke-dasharray", "opacity");

    private final Document document;
    private final double width;
    private final double height;
    private final Element texts;

    /** The paths of cells by their level. */
    private final Map<Integer, StringBuilder> cells = new TreeMap<>();

    private SvgCanvas(SVGGeneratorContext context, Document document, double width, double height) {
        super(context, false);
        this.document = document;
        this.width = width;
        this.height = height;
        this.texts = document.createElementNS(SVG, "g");
    }

    /** An empty canvas; sizes in the units of the drawing. */
    static SvgCanvas create(double width, double height) {
        Document document = newDocument();
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
        context.setComment(null);
        context.setPrecision(1);
        SVGGeneratorContext.GraphicContextDefaults defaults = new SVGGeneratorContext.GraphicContextDefaults();
        defaults.setFont(new NamedFont());
        context.setGraphicContextDefaults(defaults);
        context.setExtensionHandler(new DefaultExtensionHandler() {
            @Override
            public SVGPaintDescriptor handlePaint(Paint paint, SVGGeneratorContext drawn) {
                return paint instanceof CssPaint css
                        ? new SVGPaintDescriptor(css.value(), "1")
                        : super.handlePaint(paint, drawn);
            }
        });
        context.setStyleHandler((element, styles, ignored) -> styles.forEach((name, value) -> {
            if (KEPT.contains(name) && !"svg".equals(element.getTagName())) {
                element.setAttribute(name.toString(), value.toString());
            }
        }));
        return new SvgCanvas(context, document, width, height);
    }

    private static Document newDocument() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVG, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's XML parser does not start", e);
        }
    }

    /** Writes text whose {@code start}, {@code middle} or {@code end} (the anchor) is at {@code x}, in a CSS class. */
    void text(double x, double y, String anchor, String style, String text) {
        element(texts, "text", "x", coordinate(x), "y", coordinate(y), "text-anchor", anchor, "class", style)
                .setTextContent(text);
    }

    void swatch(double x, double y, double across, double down, CssPaint paint) {
        Element swatch = element(texts, "rect", "x", coordinate(x), "y", coordinate(y), "fill", paint.value());
        swatch.setAttribute("width", coordinate(across));
        swatch.setAttribute("height", coordinate(down));
    }

    /** An element at the end of another one, with attributes by name and value. */
    private Element element(Element parent, String name, String... attributes) {
        Element element = document.createElementNS(SVG, name);
        for (int i = 0; i < attributes.length; i += 2) {
            element.setAttribute(attributes[i], attributes[i + 1]);
        }
        parent.appendChild(element);
        return element;
    }

    /** About how wide a text is: enough to keep two from lying on each other. */
    static double roughWidth(String text) {
        return text.codePoints().mapToDouble(c -> c >= 0x2E80 ? 14 : 7.2).sum();
    }

    /** Fills a cell in the colour of a level; those of one colour become one path, as there are thousands. */
    void cell(int level, double left, double top, double right, double bottom) {
        String across = coordinate(rounded(right) - rounded(left));
        String down = coordinate(rounded(bottom) - rounded(top));
        cells.computeIfAbsent(level, first -> new StringBuilder())
                .append("M%s %sh%sv%sh-%sz".formatted(coordinate(left), coordinate(top), across, down, across));
    }

    private static double rounded(double value) {
        return Math.rint(value * 10) / 10;
    }

    /** The finished drawing as an {@code svg} element for HTML, described by {@code title} to those who cannot see it. */
    String toSvg(String title) {
        Element root = document.createElementNS(SVG, "svg");
        root.setAttribute("viewBox", "0 0 " + coordinate(width) + " " + coordinate(height));
        root.setAttribute("role", "img");
        element(root, "title").setTextContent(title);
        root.appendChild(getTopLevelGroup());
        cells.forEach((level, shape) ->
                element(root, "path", "fill", CssPaint.heat(level).value(), "d", shape.toString()));
        root.appendChild(texts);
        LSSerializer serializer = ((DOMImplementationLS) document.getImplementation()).createLSSerializer();
        serializer.getDomConfig().setParameter("xml-declaration", false);
        return serializer.writeToString(root);
    }

    /** Nothing is drawn outside the plot, so that clips would only add definitions with ids that clash in one page. */
    @Override
    public void clip(Shape shape) {
        // see above
    }

    @Override
    public void setClip(Shape shape) {
        // see clip
    }

    /** Hints are for pixels; JFreeChart would set some to null, which Batik does not take. */
    @Override
    public void setRenderingHint(RenderingHints.Key key, Object value) {
        // see above
    }

    /** A font that answers Batik's questions without opening the JVM's font machinery. */
    static final class NamedFont extends Font {
        NamedFont() {
            super(Font.SANS_SERIF, Font.PLAIN, 12);
        }

        @Override
        public String getFamily() {
            return Font.SANS_SERIF;
        }

        @Override
        public Font deriveFont(Map<? extends Attribute, ?> attributes) {
            return this;
        }
    }
}
