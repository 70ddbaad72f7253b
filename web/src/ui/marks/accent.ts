// The tokens of an organisation's accent: from hue and vividness alone, with lightness stepped until the contrast of look §7 is reached. The
// default accent is in the tokens; only another one loads this file.
export type Accent = { hue: number; vividness: number }
type Rgb = [number, number, number]

const channel = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)

function oklch(l: number, c: number, hue: number): Rgb {
  const a = c * Math.cos((hue * Math.PI) / 180)
  const b = c * Math.sin((hue * Math.PI) / 180)
  const [x, y, z] = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((v) => v ** 3) as Rgb
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
}
const fits = (rgb: Rgb) => rgb.every((v) => v >= -0.0005 && v <= 1.0005)
/** The colour with its chroma reduced to the gamut of sRGB. */
function inGamut(l: number, c: number, hue: number): Rgb {
  let chroma = c
  while (chroma > 0 && !fits(oklch(l, chroma, hue))) chroma -= 0.002
  return oklch(l, Math.max(0, chroma), hue)
}
const hex = (rgb: Rgb) =>
  `#${rgb
    .map((v) =>
      Math.round(Math.min(1, Math.max(0, channel(v))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
export const oklchHex = (l: number, c: number, hue: number) => hex(inGamut(l, c, hue))
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b
const fromHex = (text: string) => [1, 3, 5].map((i) => linear(Number.parseInt(text.slice(i, i + 2), 16) / 255)) as Rgb
export const contrast = (first: string, second: string) => {
  const [high = 0, low = 0] = [luminance(fromHex(first)), luminance(fromHex(second))].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

function lightnessFor(c: number, hue: number, background: string, minContrast: number, step: number): string {
  for (let l = step < 0 ? 0.9 : 0.2; l > 0.05 && l < 0.98; l += step) {
    const colour = hex(inGamut(l, c, hue))
    if (contrast(colour, background) >= minContrast) return colour
  }
  return step < 0 ? '#000000' : '#ffffff'
}

/** The seven accent tokens for light and dark. `vividness` 0–100 stands for a chroma of .04–.15. */
export function accentTokens({ hue, vividness }: Accent): { light: Record<string, string>; dark: Record<string, string> } {
  const c = 0.04 + (vividness / 100) * 0.11
  const softLight = hex(inGamut(0.955, Math.min(0.24 * c, 0.03), hue))
  const softDark = hex(inGamut(0.295, Math.min(0.42 * c, 0.05), hue))
  return {
    light: {
      accent: lightnessFor(c, hue, '#ffffff', 6.2, -0.004),
      'accent-hover': lightnessFor(c, hue, '#ffffff', 7.8, -0.004),
      'accent-on': '#ffffff',
      'accent-text': lightnessFor(c, hue, '#f4f3ee', 5.6, -0.004),
      'accent-line': lightnessFor(c, hue, '#f4f3ee', 3.3, -0.004),
      'accent-soft': softLight,
      'accent-soft-text': lightnessFor(c, hue, softLight, 6.4, -0.004),
    },
    dark: {
      accent: lightnessFor(c * 0.95, hue, '#0f1517', 6.6, 0.004),
      'accent-hover': lightnessFor(c * 0.95, hue, '#0f1517', 8.4, 0.004),
      'accent-on': hex(inGamut(0.2, 0.03, hue)),
      'accent-text': lightnessFor(c * 0.8, hue, '#20282a', 6.2, 0.004),
      'accent-line': lightnessFor(c, hue, '#20282a', 3.6, 0.004),
      'accent-soft': softDark,
      'accent-soft-text': lightnessFor(c * 0.7, hue, softDark, 7, 0.004),
    },
  }
}

const css = (tokens: Record<string, string>) =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** The style sheet of an organisation's accent. */
export function accentStyle(accent: Accent): string {
  const { light, dark } = accentTokens(accent)
  return `:root:root{${css(light)}}@media screen{:root:root[data-theme=dark]{${css(dark)}}}@media screen and (prefers-color-scheme:dark){:root:root[data-theme=system]{${css(dark)}}}`
}
