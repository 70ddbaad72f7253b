// Picture beside the sign-in form: light through four arches in the accent's hue. An SVG drawn by code, decoration only.
const arch = (x: number, inset: number, top: number) => {
  const left = x + inset
  const width = 152 - 2 * inset
  const r = width / 2
  return `M${left} ${704 - inset / 5}V${top + r}a${r} ${r} 0 0 1 ${width} 0V${704 - inset / 5}Z`
}
/** Inset, top and percent of light of each step of an arch. */
const steps = [
  [0, 224, 0],
  [11, 254, 5],
  [22, 284, 16],
  [33, 314, 35],
  [44, 344, 63],
  [55, 374, 100],
] as const
const colourAt = (light: number) => `color-mix(in srgb, var(--arcade-light) ${light}%, var(--arcade-stone))`

export function Arcade() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 720 800"
      preserveAspectRatio="xMidYMid slice"
      className="h-full w-full"
      style={{ background: 'linear-gradient(var(--arcade-top), var(--arcade-low) 85%)' }}
    >
      <defs>
        <linearGradient id="beam" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="var(--arcade-light)" stopOpacity=".6" />
          <stop offset="1" stopColor="var(--arcade-light)" stopOpacity=".1" />
        </linearGradient>
      </defs>
      <g fill="var(--arcade-line)">
        <rect width="720" height="10" y="112" />
        <rect width="720" height="5" y="152" />
        {Array.from({ length: 20 }, (_, i) => (
          <rect key={i} x={8 + i * 36} y="130" width="20" height="14" opacity=".7" />
        ))}
      </g>
      {[14, 194, 374, 554].map((x) => (
        <g key={x}>
          {steps.map(([inset, top, light]) => (
            <path key={inset} d={arch(x, inset, top)} fill={colourAt(light)} />
          ))}
        </g>
      ))}
      <rect width="720" height="96" y="704" fill="var(--arcade-floor)" />
      <rect width="720" height="3" y="703" fill="var(--arcade-line)" />
      {[14, 194, 374, 554].map((x) => (
        <path key={x} d={`M${x + 51} 704h50l34 96H${x + 17}Z`} fill="url(#beam)" />
      ))}
    </svg>
  )
}
