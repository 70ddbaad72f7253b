// The latest meetings of a course's teaching team, each with the way to its page; for who teaches there.
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { dateTime, time } from '../../../ui/format.ts'
import { teamMeetingsQuery } from './queries.ts'

const MeetingDialog = laterDialog(() => import('./meeting-dialog.tsx').then((module) => ({ default: module.MeetingDialog })))

export default function TeamMeetings({ course, mayMake }: { course: string; mayMake: boolean }) {
  const t = useTexts('calendar')
  const { data } = useQuery(teamMeetingsQuery(course))
  const [making, setMaking] = useState(false)
  if (!data || (data.items.length === 0 && !mayMake)) return null
  return (
    <section aria-labelledby="team-meetings" className="mt-8">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="team-meetings" className="mr-auto text-heading font-semibold">
          {t('teamMeetings')}
        </h2>
        {mayMake && (
          <span {...dialogTrigger}>
            <Button icon={CalendarPlus} onClick={() => setMaking(true)}>
              {t('newTeamMeeting')}
            </Button>
          </span>
        )}
      </div>
      {data.items.length === 0 ? (
        <p className="text-small text-text-2">{t('noTeamMeetings')}</p>
      ) : (
        <ul className="surface-card divide-y divide-line">
          {data.items.map(({ id, title, start_time, end_time, host_name, state }) => (
            <li key={id} className="relative flex flex-wrap items-baseline gap-x-4 px-4 py-2 hover:bg-hover">
              <Link
                to={paths.teamMeeting(course, id)}
                className="min-w-0 flex-1 basis-52 font-medium wrap-break-word after:absolute after:inset-0"
              >
                {title}
              </Link>
              <span className="text-small text-text-2">{t('hostIs', { name: host_name })}</span>
              <span className="tabular text-small text-text-2">
                {dateTime(start_time)}–{time(end_time)}
                {state !== 'ahead' && ` · ${t(`state.${state}`)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {making && (
        <Suspense>
          <MeetingDialog instruction course={course} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </section>
  )
}
