// Fonts of documents: one for each script, from packages of npm, read when a text needs them. The thread of a document has them as long as it runs.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Font, openSync } from 'fontkit'
import type { Measure } from './lines.ts'
import { laidOutAsRead } from './shaping.ts'

/** Beside the module of their package. */
const files = {
  latin: ['@embedpdf/fonts-latin', '../fonts/NotoSans-Regular.ttf'],
  thai: ['@expo-google-fonts/noto-sans-thai/package.json', '400Regular/NotoSansThai_400Regular.ttf'],
  sc: ['@embedpdf/fonts-sc', '../fonts/NotoSansHans-Regular.otf'],
  tc: ['@embedpdf/fonts-tc', '../fonts/NotoSansHant-Regular.otf'],
} as const
export type FontName = keyof typeof files
/** Widths that are kept of one font. */
const mostKept = 20_000

export type Fonts = Measure & { onOpen: (listener: (name: FontName, font: Font) => void) => void }

/** `lang`: of the document; the signs of Taiwan's Chinese differ from those of the mainland. */
export function openFonts(lang: string): Fonts {
  const { resolve } = createRequire(import.meta.url)
  const opened = new Map<FontName, Font>()
  const widths = new Map<FontName, Map<string, number>>()
  let listener: (name: FontName, font: Font) => void = () => {}
  const fontOf = (name: FontName): Font => {
    let font = opened.get(name)
    if (!font) {
      const [module, file] = files[name]
      font = laidOutAsRead(openSync(join(dirname(resolve(module)), file)))
      opened.set(name, font)
      listener(name, font)
    }
    return font
  }
  const order: FontName[] = lang === 'zh-TW' ? ['latin', 'thai', 'tc', 'sc'] : ['latin', 'thai', 'sc', 'tc']
  const nameOf = (point: number, present: FontName): FontName => {
    // signs of all scripts stay in the font of their neighbours
    if (point <= 0x20 || point === 0xa0) return present
    if (point < 0x2000) return point >= 0xe00 && point <= 0xe7f ? 'thai' : 'latin'
    return order.find((name) => fontOf(name).hasGlyphForCodePoint(point)) ?? present
  }
  return {
    onOpen: (next) => void (listener = next),
    runs(text) {
      const runs: { text: string; font: FontName }[] = []
      let font: FontName = 'latin'
      for (const sign of text) {
        const point = sign.codePointAt(0)!
        if (isUnseen(point)) continue
        font = nameOf(point, font)
        const last = runs.at(-1)
        if (last?.font === font) last.text += sign
        else runs.push({ text: sign, font })
      }
      return runs
    },
    width(text, name, size) {
      let kept = widths.get(name as FontName)
      if (!kept || kept.size > mostKept) widths.set(name as FontName, (kept = new Map()))
      let width = kept.get(text)
      if (width === undefined) {
        const font = fontOf(name as FontName)
        kept.set(text, (width = font.layout(text, []).advanceWidth / font.unitsPerEm))
      }
      return width * size
    },
  }
}

/** Marks that only steer how signs are written, and what no font draws. */
const isUnseen = (point: number): boolean =>
  (point < 0x20 && point !== 9) || (point >= 0x200b && point <= 0x200f) || point === 0xfeff || (point >= 0xfe00 && point <= 0xfe0f)
