// Classes of my courses that run now, each with its entrance: before everything else of the home page.
import { useQuery } from '@tanstack/react-query'
import { Presentation } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { time } from '../../ui/format.ts'
import { myClasses } from './queries.ts'

export function RunningClasses() {
  const t = useTexts('home')
  const { data } = useQuery(myClasses)
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label={t('classIsOn')} className="mt-4">
      <h2 className="mb-2 text-section font-semibold">{t('classIsOn')}</h2>
      <ul className="surface-card divide-y divide-line">
        {data.items.map(({ id, course_id, course_name, title, started_at, roll_call }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium wrap-break-word">{title}</p>
              <p className="tabular text-small wrap-break-word text-text-2">
                {t('classSince', { course: course_name, time: time(started_at) })}
              </p>
            </div>
            {roll_call && <Chip tone="warn">{t('rollCallOpen')}</Chip>}
            <a
              href={paths.classMode(course_id)}
              data-action="class.enter"
              target="_blank"
              rel="noopener"
              aria-label={t('enterClassOf', { title })}
              className={buttonLook('primary')}
            >
              <Presentation aria-hidden size={16} strokeWidth={1.75} />
              {t('enterClass')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
