// The management menu: the overview, then groups that fold, all open while they are few, else that of the page. 196 px wide; on a phone the page's first card, folded.
import { ChevronDown, LayoutDashboard } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { toBrowserAddress } from '../address.ts'
import { type TextKey, useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { classes } from '../ui/class-names.ts'
import { number } from '../ui/format.ts'
import { managementFor, type May } from './management-groups.ts'

/** By the name of an entry: what waits there. */
export type Waiting = Readonly<Record<string, number | undefined>>

export function ManagementMenu({ may, waiting = {} }: { may: May; waiting?: Waiting }) {
  const t = useTexts('management')
  const { pathname } = useLocation()
  const current = toBrowserAddress({ pathname, search: '' })
  const isCurrent = (to: string) => withoutSlash(to) === withoutSlash(current)
  const label = (key: string) => t(key as TextKey<'management'>)
  const groups = managementFor(may)
  const few = groups.length <= mostOpen
  const link = (on: boolean) =>
    classes('rounded-control', on ? 'bg-accent-soft font-semibold text-accent-soft-text' : 'text-text-2 hover:bg-hover')
  const entries = (
    <>
      {may('statistics.read') && (
        <Link
          to={paths.management()}
          aria-current={isCurrent(paths.management()) ? 'page' : undefined}
          className={classes(
            'flex min-h-[34px] pointer-coarse:min-h-11 items-center gap-2.5 px-2.5 text-body font-medium',
            link(isCurrent(paths.management())),
          )}
        >
          <LayoutDashboard aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
          {t('overview')}
        </Link>
      )}
      {groups.map(({ name, icon: Icon, entries }) => (
        <details key={name} open={entries.some(({ to }) => isCurrent(to)) || (turned.get(name) ?? few)} className="group">
          <summary
            // before it opens or folds
            onClick={({ currentTarget: { parentElement } }) => turned.set(name, !(parentElement as HTMLDetailsElement).open)}
            className="flex min-h-[34px] pointer-coarse:min-h-11 cursor-pointer list-none items-center gap-2.5 rounded-control px-2.5 text-body font-medium text-text-2 hover:bg-hover"
          >
            <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
            <span className="min-w-0 flex-1">{label(`group.${name}`)}</span>
            <ChevronDown
              aria-hidden
              size={14}
              strokeWidth={2}
              className="shrink-0 transition-transform duration-120 group-open:rotate-180"
            />
          </summary>
          <ul className="mb-1">
            {entries.map((entry) => (
              <li key={entry.name}>
                <Link
                  to={entry.to}
                  aria-current={isCurrent(entry.to) ? 'page' : undefined}
                  className={classes('flex min-h-[30px] items-center py-1 pr-2.5 pl-[38px] text-small', link(isCurrent(entry.to)))}
                >
                  <span className="min-w-0 flex-1">{label(`entry.${entry.name}`)}</span>
                  {(waiting[entry.name] ?? 0) > 0 && (
                    <span className="tabular ml-1.5 shrink-0 rounded-full bg-accent-soft px-1.5 text-caption font-semibold text-accent-soft-text">
                      <span aria-hidden>{number(waiting[entry.name]!)}</span>
                      <span className="screen-reader">{t('waitingHere', { count: waiting[entry.name]! })}</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  )
  return (
    <nav
      aria-label={t('menu')}
      className="w-[196px] shrink-0 border-r border-line p-2.5 max-tablet:w-full max-tablet:border-r-0 max-tablet:px-4 max-tablet:pt-3 max-tablet:pb-0"
    >
      <div className="max-tablet:hidden">{entries}</div>
      <details className="surface-card tablet:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2.5 px-3.5 text-body font-medium">
          {t('menu')}
          <ChevronDown aria-hidden size={16} strokeWidth={2} className="shrink-0 text-text-2" />
        </summary>
        <div className="border-t border-line p-2">{entries}</div>
      </details>
    </nav>
  )
}

/** Groups that somebody has opened or folded stay so from page to page. */
const turned = new Map<string, boolean>()

/** Groups that are open beside one another. */
const mostOpen = 8

const withoutSlash = (address: string) => address.replace(/(#?\/|\/-)+$/, '')
