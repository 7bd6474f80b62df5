"""Prints the outlines of the chess symbols of a font, as README.md describes them."""
import sys
from fontTools.ttLib import TTFont
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.recordingPen import RecordingPen

font = TTFont(sys.argv[1])
glyphs, names = font.getGlyphSet(), font.getBestCmap()

def contours(glyph):
    """The contours of a glyph, each as pen commands, with its area."""
    pen = RecordingPen()
    glyph.draw(pen)
    contour = []
    for command in pen.value:
        contour.append(command)
        if command[0] in ("closePath", "endPath"):
            area = AreaPen()
            draw(contour, area)
            yield contour, area.value
            contour = []

def draw(contour, pen):
    for name, arguments in contour:
        getattr(pen, name)(*arguments)

def path(chosen):
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    # A square of 1000 units with y downwards; the pieces lie between -49 and 767.
    for contour in chosen:
        draw(contour, TransformPen(pen, (1, 0, 0, -1, 0, 859)))
    return pen.getCommands()

for place, letter in enumerate("KQRBNPkqrbnp"):
    parts = list(contours(glyphs[names[0x2654 + place]]))
    largest = max(parts, key=lambda part: abs(part[1]))
    outside = [contour for contour, area in parts if area * largest[1] > 0]
    print(letter, path(contour for contour, _ in parts), path(outside), sep="\t")
