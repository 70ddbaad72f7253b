// The kind of a new entry. Each has a form of its own, and the choice stands in all of them: the arrows of the keyboard choose at once, and go on
// from there. The written text goes along.
import { useQuery } from '@tanstack/react-query'
import type { NewForm } from '../../parts/learning/calendar/entry-frame.tsx'
import { useTexts } from '../../i18n.ts'
import { myCoursesQuery } from '../../parts/learning/calendar/queries.ts'
import { useMe } from '../../session/session.ts'
import { Segmented } from '../../ui/fields/segmented.tsx'
import type { New, Opened } from './opened.ts'

type NewKind = 'event' | 'timetable' | 'meeting' | 'instruction'

export function KindChoice({
  kind,
  opened,
  timetables,
  form: { values, fresh, discard },
  onOpen,
}: {
  kind: NewKind
  opened: New
  timetables: boolean
  form: NewForm
  onOpen: (opened: Opened) => void
}) {
  const t = useTexts('calendar')
  const me = useMe()
  const { data: mine } = useQuery(myCoursesQuery)
  const teaches = (mine?.items ?? []).some(({ role }) => role && role !== 'student')
  if (!teaches && !me.mayTeach) return null
  const choose = (what: NewKind) => {
    // times that nobody chose are those of this kind: each has its own
    const own = opened.start !== undefined || values.start_time !== fresh.start_time || values.end_time !== fresh.end_time
    const next = {
      ...(own && { start: values.start_time, end: values.end_time }),
      begun: { title: values.title ?? opened.begun?.title ?? '', description: values.description },
    }
    discard()
    if (what === 'event' || what === 'timetable') onOpen({ what, ...next })
    else onOpen({ what: 'meeting', instruction: what === 'instruction', ...next })
  }
  return (
    <Segmented
      label={t('what')}
      value={kind}
      onChange={choose}
      autoFocus={opened.begun !== undefined}
      options={[
        { value: 'event', label: t('kindOne.event') },
        ...(timetables && teaches ? [{ value: 'timetable' as const, label: t('kindOne.timetable') }] : []),
        ...(me.mayTeach ? [{ value: 'meeting' as const, label: t('kindOne.meeting') }] : []),
        ...(teaches ? [{ value: 'instruction' as const, label: t('kindOne.instruction_meeting') }] : []),
      ]}
    />
  )
}
