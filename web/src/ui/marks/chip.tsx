// Chips: a state as icon and word; they are not buttons. The tile that shows the type of a row is here too.
import type { LucideIcon } from 'lucide-react'
import { classes } from '../class-names.ts'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'note' | 'accent' | 'neutral' | 'outline'
const chipClasses: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok-text',
  warn: 'bg-warn-soft text-warn-text',
  bad: 'bg-bad-soft text-bad-text',
  info: 'bg-info-soft text-info-text',
  note: 'bg-note-soft text-note-text',
  accent: 'bg-accent-soft text-accent-soft-text',
  neutral: 'bg-sunken text-text-2',
  outline: 'border border-line-mid text-text-2',
}

export function Chip({ tone, icon: Icon, children, className }: { tone: Tone; icon?: LucideIcon; children: string; className?: string }) {
  return (
    <span
      className={classes(
        'inline-flex min-h-(--chip) items-center gap-1 rounded-full px-2 text-caption font-medium whitespace-nowrap forced-colors:border',
        chipClasses[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden size={12} strokeWidth={2} className="shrink-0" />}
      {children}
    </span>
  )
}

const tileClasses: Record<Tone, string> = { ...chipClasses, neutral: 'bg-sunken text-text-3', outline: 'bg-surface text-text-2' }

/** The square in front of a row with the icon of its type, which the row's text names too. `onTint`: on a tinted row the tile is surface. */
export function Tile({ tone, icon: Icon, size = 32, onTint = false }: { tone: Tone; icon: LucideIcon; size?: number; onTint?: boolean }) {
  return (
    <span
      aria-hidden
      style={{ width: size, height: size }}
      className={classes('inline-flex shrink-0 items-center justify-center rounded-tile', tileClasses[tone], onTint && '!bg-surface')}
    >
      <Icon size={Math.round(size * 0.54)} strokeWidth={1.75} />
    </span>
  )
}
