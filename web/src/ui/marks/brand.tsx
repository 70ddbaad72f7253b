// The brand: the glyph (an arch with an L cut out) and the wordmark, 8 px apart. The link around them carries the name.
export function Glyph({ size = 22 }: { size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 24 24" className="shrink-0">
      <path d="M3 22V11a9 9 0 0 1 18 0v11Z" className="fill-accent" />
      <path d="M9 8h2.6v8.4H17V19H9Z" className="fill-surface" />
    </svg>
  )
}

export function Wordmark({ height = 19 }: { height?: number }) {
  return (
    <svg
      aria-hidden
      height={height}
      viewBox="0 0 92 27"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d="M3 3v17h8.5M14.5 9l5 11M24.5 9 18.2 24M37.9 11.2a5.6 5.6 0 1 0 0 6.6M41.6 14.5h11.2a5.6 5.6 0 1 0-1.9 4.2" />
      <path d="M57.5 9v6.4a4.6 4.6 0 0 0 9.2 0V9M66.7 9v11M71.5 20V9M71.5 13.3a4.3 4.3 0 0 1 8.6 0V20M80.1 13.3a4.3 4.3 0 0 1 8.6 0V20" />
    </svg>
  )
}

export const Brand = ({ large = false }: { large?: boolean }) => (
  <span className="inline-flex items-center gap-2 text-text">
    <Glyph size={large ? 26 : 22} />
    <Wordmark height={large ? 21 : 19} />
  </span>
)
