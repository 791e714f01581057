import io.bmsql.analysis.*;
public class W {}
