// Frame of class mode: the rail at the left edge, on phones a bar below; the head with the course and the class; the content. No place of the
// product leads away from here but the course itself.
import { LogIn } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { Connection } from '../../shell/connection.tsx'
import { classes } from '../../ui/class-names.ts'
import { useCurrentInSight } from '../../ui/current-in-sight.ts'
import { Glyph } from '../../ui/marks/brand.tsx'

const entry =
  'flex min-h-14 min-w-[54px] flex-1 shrink-0 flex-col items-center justify-center gap-1 rounded-tile px-1 py-1 text-center text-caption wrap-break-word tablet:w-[68px] tablet:flex-none'
const rests = 'text-text-2 hover:bg-hover hover:text-text'
const chosen = 'bg-accent-soft font-semibold text-accent-soft-text'

/** A tool in the rail, as the query of the address that opens it. */
export function RailLink({ icon: Icon, text, search, current }: { icon: LucideIcon; text: string; search: string; current: boolean }) {
  return (
    <Link to={{ search }} aria-current={current ? 'page' : undefined} className={classes(entry, current ? chosen : rests)}>
      <Icon aria-hidden size={21} strokeWidth={1.75} className="shrink-0" />
      {text}
    </Link>
  )
}

export function RailButton({
  icon: Icon,
  text,
  pressed,
  onClick,
  className,
}: {
  icon: LucideIcon
  text: string
  pressed?: boolean
  onClick: () => void
  className?: string
}) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onClick} className={classes(entry, pressed ? chosen : rests, className)}>
      <Icon aria-hidden size={21} strokeWidth={1.75} className="shrink-0" />
      {text}
    </button>
  )
}

/** `meta` follows the title in the head, `aside` holds its actions; without a `rail` the content has the window. */
export function ClassFrame({
  course,
  name,
  meta,
  aside,
  rail,
  takesFocus = false,
  children,
}: {
  course: string
  name: string
  meta?: ReactNode
  aside?: ReactNode
  rail?: ReactNode
  /** It takes the place of another state of the page, in which somebody was at work. */
  takesFocus?: boolean
  children: ReactNode
}) {
  const t = useTexts('inclass')
  const bar = useCurrentInSight<HTMLElement>(useLocation().search)
  return (
    <div
      className={classes(
        'flex flex-1 flex-col',
        Boolean(rail) && 'tablet:pl-[84px] max-tablet:pb-[calc(72px+env(safe-area-inset-bottom))]',
      )}
    >
      {rail && (
        <nav
          ref={bar}
          aria-label={t('tools')}
          className="fixed z-(--z-index-shell) flex items-stretch gap-1 overflow-auto bg-surface p-2 tablet:inset-y-0 tablet:left-0 tablet:w-[84px] tablet:flex-col tablet:border-r tablet:border-line max-tablet:inset-x-0 max-tablet:bottom-0 max-tablet:border-t max-tablet:border-line max-tablet:[&:has(>:nth-child(9))>*]:min-w-[60px] max-tablet:pb-[calc(8px+env(safe-area-inset-bottom))] max-tablet:[@media(max-height:400px)]:static"
        >
          <Link
            to={paths.content(course)}
            aria-label={t('toCourse')}
            title={t('toCourse')}
            className="flex min-h-11 shrink-0 items-center justify-center rounded-tile hover:bg-hover max-tablet:hidden"
          >
            <Glyph size={26} />
          </Link>
          {rail}
        </nav>
      )}
      <Connection />
      <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-7 pt-3 max-tablet:px-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 max-tablet:min-w-[min(180px,100%)]">
          <PageTitle
            takesFocus={takesFocus}
            title={name ? `${t('classMode')} · ${name}` : t('classMode')}
            className="max-w-full truncate font-title text-title font-bold"
          >
            {name || t('classMode')}
          </PageTitle>
          {meta && <p className="min-w-0 text-body text-text-3 wrap-break-word">{meta}</p>}
        </div>
        {aside && <div className="flex flex-wrap items-center gap-3">{aside}</div>}
      </header>
      <div className="flex flex-1 flex-col px-7 pt-3 pb-6 max-tablet:px-4">{children}</div>
    </div>
  )
}

/** The way back to the course, where there is no rail. */
export function ToCourse({ course }: { course: string }) {
  const t = useTexts('inclass')
  return (
    <Link to={paths.content(course)} className="inline-flex min-h-6 items-center gap-1.5 text-accent-text underline underline-offset-2">
      <LogIn aria-hidden size={16} strokeWidth={1.75} />
      {t('toCourse')}
    </Link>
  )
}
