// A person's picture, else their initials on a hue of their own. Beside the name it is decoration; alone it needs the name as label. The
// initials are drawn by CSS, so that they are no part of a button's text.
import type { MouseEventHandler, Ref } from 'react'
import { classes } from '../class-names.ts'
import { hueOf } from './hue.ts'

const initials = (name: string) => {
  const parts = name
    .replace(/^(dr|prof|mr|ms|mrs)\.?\s+/i, '')
    .trim()
    .split(/\s+/)
  if (/\p{Script=Han}|\p{Script=Thai}/u.test(name))
    return [...name]
      .filter((letter) => !/\p{M}|[เแโใไ]/u.test(letter))
      .slice(0, 1)
      .join('')
  return ((parts[0]?.[0] ?? '') + (parts.length > 1 ? (parts.at(-1)?.[0] ?? '') : '')).toUpperCase()
}

export function Avatar({
  id,
  name,
  src,
  size = 30,
  label,
  outline = false,
}: {
  id: string
  name: string
  src?: string | null
  size?: number
  label?: string
  /** A dashed outline in place of the hue: somebody who is not here. */
  outline?: boolean
}) {
  const style = { width: size, height: size }
  if (src) return <img src={src} alt={label ?? ''} style={style} className="shrink-0 rounded-full object-cover" />
  const hue = hueOf(id)
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      style={{
        ...style,
        fontSize: Math.round(size * 0.38),
        ...(!outline && { background: `oklch(var(--avatar-l) .035 ${hue})`, color: `oklch(var(--avatar-ink-l) .09 ${hue})` }),
      }}
      data-initials={initials(name)}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-full leading-none font-semibold select-none before:content-[attr(data-initials)]',
        outline && 'border border-dashed border-line-strong text-text-3',
      )}
    />
  )
}

export type AvatarButtonProps = {
  label: string
  /** The person's id, which gives the hue. */
  person: string
  name: string
  src?: string | null
  onClick?: MouseEventHandler<HTMLButtonElement>
  ref?: Ref<HTMLButtonElement>
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'menu' | 'dialog'
}

/** The avatar as a trigger, with a touch target of 44 px. */
export function AvatarButton({ label, person, name, src, ...rest }: AvatarButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className="inline-flex size-(--control) min-h-9 min-w-9 items-center justify-center rounded-full"
    >
      <Avatar id={person} name={name} src={src ?? null} />
    </button>
  )
}
