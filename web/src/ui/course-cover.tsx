// A course's cover when nobody uploaded one: one of six line patterns and one of eight hues, both from the course's id, so it stays the
// same everywhere. Decoration: always beside the course's name.
import { useId } from 'react'

const hues = [232, 55, 20, 150, 320, 275, 95, 192]
/** FNV-1a with its bits mixed: ids made in the same second differ in few letters. */
const hash = (id: string) => {
  let sum = 0x811c9dc5
  for (let i = 0; i < id.length; i++) sum = Math.imul(sum ^ id.charCodeAt(i), 0x01000193)
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  return (sum ^ (sum >>> 13)) >>> 0
}
/** One of eight hues, the same for the same id. */
export const hueOf = (id: string) => hues[hash(id) % hues.length] ?? 192

const patterns = [
  <path key="waves" d="M-2 8q4-5 8 0t8 0 8 0 8 0M-2 18q4-5 8 0t8 0 8 0 8 0" fill="none" strokeWidth="1.6" />,
  <g key="dots" stroke="none" fill="currentColor">
    <circle cx="4" cy="4" r="2.6" />
    <circle cx="14" cy="6" r="1.2" />
    <circle cx="6" cy="15" r="1.2" />
    <circle cx="15" cy="15" r="2.2" />
  </g>,
  <path key="rules" d="M1 4h13M1 10h9M1 16h15" fill="none" strokeWidth="1.4" />,
  <g key="squares" stroke="none" fill="currentColor">
    <rect x="2" y="2" width="6" height="6" rx="1" />
    <rect x="12" y="2" width="6" height="6" rx="1" opacity=".5" />
    <rect x="2" y="12" width="6" height="6" rx="1" opacity=".5" />
    <rect x="12" y="12" width="3" height="6" rx="1" />
  </g>,
  <path
    key="arches"
    d="M0 20V10a5 5 0 0 1 10 0v10M10 20V10a5 5 0 0 1 10 0v10M3 20v-9a2 2 0 0 1 4 0v9M13 20v-9a2 2 0 0 1 4 0v9"
    fill="none"
    strokeWidth="1.3"
  />,
  <g key="rings" fill="none" strokeWidth="1.4">
    <circle cx="20" cy="20" r="5" />
    <circle cx="20" cy="20" r="10" />
    <circle cx="20" cy="20" r="15" />
    <circle cx="0" cy="20" r="2" />
  </g>,
]

export function CourseCover({ id, src, className }: { id: string; src?: string | null; className?: string }) {
  const name = useId()
  if (src) return <img src={src} alt="" className={`object-cover ${className ?? ''}`} />
  const of = hash(id)
  const hue = hueOf(id)
  return (
    <svg
      aria-hidden
      className={className}
      style={{ background: `oklch(var(--cover-l) var(--cover-c) ${hue})`, color: `oklch(var(--cover-ink-l) var(--cover-ink-c) ${hue})` }}
      stroke="currentColor"
    >
      <pattern id={name} width="20" height="20" patternUnits="userSpaceOnUse">
        {patterns[(of >>> 8) % patterns.length]}
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${name})`} stroke="none" />
    </svg>
  )
}
