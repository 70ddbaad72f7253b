// The arcade on the sign-in page: light through four arches, in the accent's hue. Drawn by code, decoration only.
const arch = (x: number, inset: number, top: number) => {
  const left = x + inset
  const width = 152 - 2 * inset
  const r = width / 2
  return `M${left} ${704 - inset / 5}V${top + r}a${r} ${r} 0 0 1 ${width} 0V${704 - inset / 5}Z`
}
const steps = [[0, 224, 0], [11, 254, 12], [22, 284, 26], [33, 314, 46], [44, 344, 72], [55, 374, 100]] as const
const mix = (light: number) => (light ? `color-mix(in oklab, var(--arcade-light) ${light}%, var(--arcade-step))` : 'var(--arcade-step)')

export function Arcade() {
  return (
    <svg
      aria-hidden viewBox="0 0 720 800" preserveAspectRatio="xMidYMid slice" className="h-full w-full"
      style={{ background: 'linear-gradient(color-mix(in oklab, var(--arcade) 78%, black), var(--arcade) 85%)', '--arcade-step': 'color-mix(in oklab, var(--arcade-line) 55%, var(--arcade))' } as React.CSSProperties}
    >
      <defs>
        <linearGradient id="beam" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stopColor="var(--arcade-light)" stopOpacity=".75" /><stop offset="1" stopColor="var(--arcade-light)" stopOpacity=".12" /></linearGradient>
      </defs>
      <g fill="var(--arcade-step)">
        <rect width="720" height="10" y="112" />
        <rect width="720" height="5" y="152" />
        {Array.from({ length: 20 }, (_, i) => <rect key={i} x={8 + i * 36} y="130" width="20" height="14" opacity=".7" />)}
      </g>
      {[14, 194, 374, 554].map((x) => (
        <g key={x}>
          {steps.map(([inset, top, light]) => <path key={inset} d={arch(x, inset, top)} fill={mix(light)} opacity={inset === 11 ? 0.9 : 1} />)}
        </g>
      ))}
      <rect width="720" height="96" y="704" fill="color-mix(in oklab, var(--arcade) 78%, black)" />
      <rect width="720" height="3" y="703" fill="var(--arcade-step)" />
      {[14, 194, 374, 554].map((x) => <path key={x} d={`M${x + 51} 704h50l34 96H${x + 17}Z`} fill="url(#beam)" />)}
    </svg>
  )
}
