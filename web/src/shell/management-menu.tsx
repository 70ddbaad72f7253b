// The management menu: groups that fold, the current one open. 196 px wide; on a phone the page's first card.
import { ChevronDown } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { type TextKey, useTexts } from '../i18n.ts'
import type { OrgRole } from '../session.ts'
import { classes } from '../ui/class-names.ts'
import { managementFor } from './management-groups.ts'

export function ManagementMenu({ roles, all = false }: { roles: readonly OrgRole[]; all?: boolean }) {
  const t = useTexts('management')
  const { pathname } = useLocation()
  const label = (key: string) => t(key as TextKey<'management'>)
  return (
    <nav aria-label={t('menu')} className="w-[196px] shrink-0 border-r border-line p-2.5 max-tablet:w-full max-tablet:border-r-0">
      {managementFor(roles, all).map(({ name, icon: Icon, entries }) => (
        <details key={name} open={entries.some(({ to }) => to.startsWith(pathname) && pathname !== '/')} className="group">
          <summary className="flex min-h-[34px] cursor-pointer list-none items-center gap-2.5 rounded-control px-2.5 text-body font-medium text-text-2 hover:bg-hover">
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
                  aria-current={entry.to === pathname ? 'page' : undefined}
                  className={classes(
                    'flex min-h-[30px] items-center rounded-control pr-2.5 pl-[38px] text-small',
                    entry.to === pathname ? 'bg-accent-soft font-semibold text-accent-soft-text' : 'text-text-2 hover:bg-hover',
                  )}
                >
                  {label(`entry.${entry.name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  )
}
