// The colours of an organisation for its mails: a mail program knows no custom properties and no colour spaces.
export type Accent = { hue: number; vividness: number }

const gamma = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)

/** sRGB of an OKLCH colour, its chroma lowered until it fits. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  for (let c = chroma; ; c -= 0.004) {
    const [a, b] = [Math.max(0, c) * Math.cos((hue * Math.PI) / 180), Math.max(0, c) * Math.sin((hue * Math.PI) / 180)]
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    const rgb = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ]
    if (c > 0 && rgb.some((v) => v < -0.0005 || v > 1.0005)) continue
    const two = (v: number) =>
      Math.round(255 * gamma(Math.min(1, Math.max(0, v))))
        .toString(16)
        .padStart(2, '0')
    return `#${rgb.map(two).join('')}`
  }
}

/** Contrast with white, and with the dark ground of a mail, is above 4.5 for every hue: the lightness alone decides it. */
export const coloursOf = ({ hue, vividness }: Accent): { light: string; dark: string } => {
  const chroma = 0.04 + (vividness / 100) * 0.11
  return { light: hexOf(0.45, chroma, hue), dark: hexOf(0.78, chroma, hue) }
}
