// The cover of a course: its picture, else one of six line patterns and one of eight hues, chosen by its teachers or by the course's id, so that it
// is the same everywhere. Decoration: always beside the course's name.
import { useId, useState } from 'react'
import { courseHue, hash, hueOf, hues } from './hue.ts'

/** Patterns of 56 × 56 px, the size of a cover in a list; larger covers repeat them. */
const patterns = [
  <path key="waves" d={[5, 14, 24, 33, 42, 52].map((y) => `M-7 ${y}q7-6 14 0t14 0 14 0 14 0 14 0`).join('')} fill="none" />,
  <g key="dots" stroke="none" fill="currentColor">
    {[1, 3, 1.5, 4, 2.5, 1, 3.3, 1.7, 4, 2, 1, 2.8, 1.5, 4, 2.4, 1].map((r, i) => (
      <circle key={i} cx={7 + (i % 4) * 14} cy={7 + Math.floor(i / 4) * 14} r={r} />
    ))}
  </g>,
  <path key="rules" d="M8 6h22M8 15h16M8 24h36M8 34h30M8 43h25M8 52h19" fill="none" strokeWidth="1.7" />,
  <path
    key="squares"
    d={[0, 1, 4, 6, 8, 11, 12, 15, 16, 17, 18, 19, 20, 21, 24]
      .map((i) => `M${2 + (i % 5) * 11} ${2 + Math.floor(i / 5) * 11}h7v7h-7z`)
      .join('')}
    stroke="none"
    fill="currentColor"
  />,
  <path
    key="arches"
    d={[8, 15, 22, 29].flatMap((r) => [-20, 36].map((x) => `M${x - r} 56V40a${r} ${r} 0 0 1 ${2 * r} 0v16`)).join('')}
    fill="none"
  />,
  <g key="rings" fill="none">
    {[7, 16, 25, 34, 43, 52].map((r) => (
      <circle key={r} cx="45" cy="56" r={r} />
    ))}
  </g>,
]

export const patternCount = patterns.length
/** The number of a pattern in a hue, 0–47, as courses keep it; that of an id without a chosen one. */
export const coverNumber = (pattern: number, hue: number) => pattern * hues.length + hue
export const coverOfId = (id: string) => coverNumber((hash(id) >>> 8) % patterns.length, Math.max(0, hues.indexOf(hueOf(id))))

/** `small`: as large as an icon, with the full pattern in it. A picture that does not come leaves the pattern. */
export function CourseCover({
  id,
  src,
  pattern,
  className,
  small = false,
}: {
  id: string
  src?: string | null
  pattern?: number | null
  className?: string
  small?: boolean
}) {
  const name = useId()
  const [failed, setFailed] = useState<string>()
  if (src && src !== failed)
    return <img src={src} alt="" loading="lazy" onError={() => setFailed(src)} className={`object-cover ${className ?? ''}`} />
  const number = pattern ?? coverOfId(id)
  const hue = courseHue(id, { pattern })
  return (
    <svg
      aria-hidden
      className={className}
      style={{ background: `oklch(var(--cover-l) var(--cover-c) ${hue})`, color: `oklch(var(--cover-ink-l) var(--cover-ink-c) ${hue})` }}
      stroke="currentColor"
    >
      <pattern
        id={name}
        width="56"
        height="56"
        patternUnits="userSpaceOnUse"
        strokeWidth={small ? 3 : 1.4}
        patternTransform={small ? 'scale(.4)' : undefined}
      >
        {patterns[Math.floor(number / hues.length) % patterns.length]}
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${name})`} stroke="none" />
    </svg>
  )
}
