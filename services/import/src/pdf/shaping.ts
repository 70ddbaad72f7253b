// Shaping of texts: signs that need none stand side by side; the Thai vowel am has its tone above its ring.
import type { Font, Glyph, GlyphRun } from 'fontkit'

/** Letters and signs that stand side by side as they are: no marks above others, no forms by neighbours. */
const plainForm =
  /^[\x20-\x7e\xa0-\u024f\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u20bf\u2100-\u2bff\u3001-\u3029\u3030-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uffee]*$/

/** The same font, which shapes only what needs it: shaping costs many times what all else of a page does. */
export function laidOutAsRead(font: Font): Font {
  const shaped = font.hasGlyphForCodePoint(am) ? thai(font) : font.layout.bind(font)
  const glyphs = new Map<string, Glyph>()
  const glyphOf = (sign: string): Glyph => {
    let glyph = glyphs.get(sign)
    if (!glyph) glyphs.set(sign, (glyph = font.glyphForCodePoint(sign.codePointAt(0)!)))
    return glyph
  }
  font.layout = (text, features) => {
    if (!plainForm.test(text)) return shaped(text, features)
    const list = Array.from(text, glyphOf)
    const positions = list.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
    return {
      glyphs: list,
      positions,
      // whoever lays it out scales the positions
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  return font
}

/** The vowel am, and its parts: a ring, below the tone that it stands with, and the vowel aa behind both. */
const am = 0xe33
const ring = 0xe4d
const aa = 0xe32

/**
 * The parts give the tone its place above the ring; then the one sign of am is drawn, so that who copies or searches the text finds the word that was
 * written. Beside a tall letter the ring gives way to it: there the parts stay.
 */
function thai(font: Font): Font['layout'] {
  const shaped = font.layout.bind(font)
  const [usualRing, whole] = [ring, am].map((point) => font.glyphForCodePoint(point)) as [Glyph, Glyph]
  return (text, features): GlyphRun => {
    const run = shaped(text.replaceAll(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32'), features)
    if (!text.includes('\u0e33')) return run
    const { glyphs, positions } = run
    for (let nth = 0; nth < glyphs.length; nth++) {
      if (glyphs[nth]!.id !== usualRing.id) continue
      const behind = glyphs[nth + 1]?.codePoints.includes(aa) ? nth + 1 : nth + 2
      if (!glyphs[behind]?.codePoints.includes(aa)) continue
      glyphs[behind] = whole
      glyphs.splice(nth, 1)
      positions.splice(nth, 1)
    }
    return run
  }
}
