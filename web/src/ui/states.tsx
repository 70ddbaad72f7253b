// States of a region in place of its content: skeleton (after 150 ms), empty, failed, no permission.
import { Lock, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from './button.tsx'
import { classes } from './class-names.ts'
import { sentences } from './format.ts'

/** One grey bar of a skeleton, with the size of the content to come. */
export const Bone = ({ className }: { className?: string }) => <div className={classes('shimmer h-3 rounded-mark', className)} />

/** A skeleton of at most six rows with a tile and two lines, in the geometry of a list. */
export function SkeletonRows({ rows = 4, className }: { rows?: number; className?: string }) {
  const t = useTexts('ui')
  return (
    <div role="status" aria-label={t('loading')} className={classes('late surface-card divide-y divide-line', className)}>
      {Array.from({ length: Math.min(6, rows) }, (_, i) => (
        <div key={i} className="flex min-h-(--row) items-center gap-3 px-3.5 py-2">
          <Bone className="size-8 shrink-0 !rounded-tile" />
          <div className="flex-1 space-y-2">
            <Bone className="w-2/5" />
            <Bone className="h-2.5 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** A skeleton of a text. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  const t = useTexts('ui')
  return (
    <div role="status" aria-label={t('loading')} className={classes('late space-y-2.5', className)}>
      {Array.from({ length: Math.min(6, lines) }, (_, i) => (
        <Bone key={i} className={i === lines - 1 ? 'w-3/5' : 'w-full'} />
      ))}
    </div>
  )
}

/** The notice of an empty list: one sentence and one action, no picture. */
export function Empty({ title, text, children, card = true }: { title: string; text?: string; children?: ReactNode; card?: boolean }) {
  return (
    <div className={classes(card && 'surface-card', 'p-4')}>
      <p className="text-body font-semibold">{title}</p>
      {text && <p className="mt-1 text-small text-text-2">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap gap-2">{children}</div>}
    </div>
  )
}

/** The notice of a failure: its object, that work is safe, the code and the time. Without `onRetry` there is no retry. */
export function Failed({
  title,
  code,
  at,
  onRetry,
  text,
}: {
  title: string
  code?: string | number
  at: string
  onRetry?: () => void
  text?: string
}) {
  const t = useTexts('ui')
  return (
    <div role="alert" className="surface-card p-4">
      <p className="text-body font-semibold">{title}</p>
      <p className="mt-1 text-small text-text-2">
        {sentences(
          text ?? (onRetry ? t('failedSafe') : t('failedFinal')),
          code ? t('failedCode', { code, time: at }) : t('failedTime', { time: at }),
        )}
      </p>
      {onRetry && (
        <Button className="mt-3" icon={RotateCw} onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}

export function NoPermission({
  title,
  text,
  icon: Icon = Lock,
  children,
}: {
  title: string
  text: string
  icon?: LucideIcon
  children?: ReactNode
}) {
  return (
    <div className="surface-card mx-auto my-8 max-w-[560px] p-5">
      <div className="flex gap-3.5">
        <span aria-hidden className="flex size-10 shrink-0 items-center justify-center rounded-tile bg-sunken text-text-3">
          <Icon size={20} strokeWidth={1.75} />
        </span>
        <div>
          <h2 className="font-title text-title font-bold">{title}</h2>
          <p className="mt-1 text-body text-text-2">{text}</p>
        </div>
      </div>
      {children && <div className="mt-4 flex flex-wrap justify-end gap-2">{children}</div>}
    </div>
  )
}
