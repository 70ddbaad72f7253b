// Page of an address whose part of the product is not built, with what a person can do meanwhile and the way back. Within a course that is not open to me
// it shows the refusal instead, as the built part would.
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Hourglass } from 'lucide-react'
import { Link, useMatches, useParams } from 'react-router-dom'
import { CallFailed } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { ManagersOnly } from '../../parts/base/errors/managers-only.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import type { Unbuilt } from '../../page.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { useMe } from '../../session/session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { findKeys } from '../../ui/menus/key-sets.ts'
import { alternatives } from './alternatives.ts'

export default function UnbuiltPage() {
  const t = useTexts('unbuilt')
  const shellText = useTexts('shell')
  const { id = '' } = useParams()
  const handle = useMatches().at(-1)?.handle as Partial<Unbuilt> | undefined
  const inManagement = useMatches().some(({ pathname }) => pathname.startsWith('/management/'))
  const inCourse = useMatches().some(({ pathname }) => /^\/(inclass\/courses|course)\//.test(pathname))
  const { data: course, error } = useQuery({ ...query('GET /api/courses/:id', { params: { id } }), enabled: inCourse })
  const me = useMe()
  const part = handle?.unbuilt ?? 'management'
  const title = t(`part.${part}`)
  if (inManagement && !me.manages) return <ManagersOnly title={title} />
  if (inCourse && error instanceof CallFailed && [400, 403, 404].includes(error.status))
    return (
      <div className="px-4">
        <PageTitle title={title} hidden />
        <Refused error={error} />
      </div>
    )
  return (
    <div className="mx-auto w-full max-w-[560px] px-4 py-12">
      <Hourglass aria-hidden size={24} strokeWidth={1.75} className="mb-3 text-text-3" />
      <PageTitle title={title} />
      <p className="mt-1 text-body">{t('unbuilt')}</p>
      <p className="mt-3 text-text-2">{t('instead')}</p>
      <ul className="mt-1 space-y-1">
        {alternatives(part, { course: course && id, teaches: course?.can.teach ?? false, audits: me.may('audit.read') }).map(
          ({ text, to }) => (
            <li key={text} className="flex items-center gap-2">
              <ArrowRight aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-3" />
              {to ? (
                <Link to={to} className="inline-flex min-h-8 items-center text-accent-text hover:underline">
                  {t(text, { keys: findKeys })}
                </Link>
              ) : (
                <span className="py-1">{t(text, { keys: findKeys })}</span>
              )}
            </li>
          ),
        )}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        {course ? (
          <Link to={paths.content(id)} className={buttonLook('secondary')}>
            {t('toCourse', { name: course.display_name || course.name })}
          </Link>
        ) : (
          <Link to={paths.home()} className={buttonLook('secondary')}>
            {shellText('toHome')}
          </Link>
        )}
      </div>
    </div>
  )
}
