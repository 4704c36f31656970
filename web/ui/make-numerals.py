"""Makes numerals.woff2: the ten digits and the letters of the wordmark from Fraunces, one weight, old-style.

Fraunces ships lining figures only. Old-style ones are drawn from the same master: 0, 1 and 2 at the height of small letters from a
heavier cut, so that their strokes match; 3, 4, 5, 7 and 9 lowered to hang from the x-height; 6 and 8 as they are.
Needs fonttools and brotli (Debian: fonttools python3-brotli). Run from the repository's root.
"""

from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SOURCE = "node_modules/@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2"
TARGET = "web/ui/numerals.woff2"


def cut(weight, optical_size):
    font = instantiateVariableFont(TTFont(SOURCE), {"wght": weight, "opsz": optical_size})
    options = Options(layout_features=["kern", "liga"], hinting=False, name_IDs=[0, 1, 2, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(text="0123456789Dueline")
    subsetter.subset(font)
    return font


def redraw(font, name, source, scale, shift):
    pen = TTGlyphPen(None)
    source.getGlyphSet()[name].draw(TransformPen(pen, (scale, 0, 0, scale, 0, shift)))
    font["glyf"][name] = pen.glyph()
    advance, bearing = source["hmtx"][name]
    font["hmtx"][name] = (round(advance * scale), round(bearing * scale))


font, bold = cut(560, 72), cut(620, 60)
glyphs = font["glyf"]
figure_height = glyphs["seven"].yMax
# Taller than the letters' own x-height, so that 11 and 21 do not look too small beside 16 and 30.
x_height = round(0.76 * figure_height)
for name in ("zero", "one", "two"):
    redraw(font, name, bold, x_height / bold["glyf"]["one"].yMax, 0)
for name in ("three", "four", "five", "seven", "nine"):
    redraw(font, name, cut(560, 72), 1, x_height - figure_height)
for name in font.getGlyphOrder():
    glyphs[name].recalcBounds(glyphs)
font.flavor = "woff2"
font.save(TARGET)
