// Members page of a course, /course/{id}/enrollments; for who teaches also who waits (?part=waiting), its invitations (?part=invites) and,
// for who may write them, the messages they have sent (?part=sent).
import { useQuery } from '@tanstack/react-query'
import { MailPlus, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { texts, useTexts } from '../../../i18n.ts'
import { optional } from '../../../parts/base/drafts/optional.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { CoursePrimary, useCourse } from '../frame/course-frame.tsx'
import { MemberList } from './member-list.tsx'
import { type MemberPart, partsFor } from './member-parts.ts'

const AddPeople = laterDialog(() => import('./add-people-dialog.tsx'))
const InviteDialog = laterDialog(() => import('./invite-dialog.tsx'))
const InviteList = lazy(() => import('./invite-list.tsx').then((module) => ({ default: module.InviteList })))

const TeamMeetings = optional(() =>
  Promise.all([import('../../../parts/learning/calendar/team-meetings.tsx'), texts('calendar')]).then(([module]) => module),
)
const WaitingList = lazy(() => import('./waiting-list.tsx').then((module) => ({ default: module.WaitingList })))

const GroupChat = optional(() => Promise.all([import('./group-chat.tsx'), texts('workplace')]).then(([module]) => module))

const SentMessages = lazy(() => Promise.all([import('./sent-messages.tsx'), texts('messages')]).then(([module]) => module))

export default function MembersPage() {
  const course = useCourse()
  const [params] = useSearchParams()
  const t = useTexts('members')
  const [open, setOpen] = useState<'add' | 'invite'>()
  const offered = partsFor(course)
  const part = offered.find((one) => one === params.get('part')) ?? 'members'
  const close = () => setOpen(undefined)
  const button = course.can.teach && (
    <span className="contents" {...dialogTrigger}>
      {part !== 'invites' ? (
        <Button variant="primary" icon={UserPlus} onClick={() => setOpen('add')}>
          {t('add')}
        </Button>
      ) : (
        <Button variant="primary" icon={MailPlus} onClick={() => setOpen('invite')}>
          {t('invite')}
        </Button>
      )}
    </span>
  )
  return (
    <div className="max-w-[1264px] p-6 pt-3.5 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <CoursePrimary>{button}</CoursePrimary>
      {course.can.teach && <Parts course={course.id} parts={offered} current={part} />}
      {/* in the header there is no room for it on a phone */}
      <div className="mb-3 tablet:hidden">{button}</div>
      {part === 'members' || !course.can.teach ? (
        <>
          <MemberList course={course} onAdd={() => setOpen('add')} />
          {course.can.teach && (
            <Suspense>
              {course.can.enrol && <GroupChat course={course.id} />}
              <TeamMeetings course={course.id} mayMake={course.can.change} />
            </Suspense>
          )}
        </>
      ) : (
        <Suspense>
          {part === 'waiting' && <WaitingList course={course} />}
          {part === 'invites' && <InviteList course={course} onInvite={() => setOpen('invite')} />}
          {part === 'sent' && <SentMessages course={course.id} />}
        </Suspense>
      )}
      <Suspense>
        {open === 'add' && <AddPeople course={course} onClose={close} />}
        {open === 'invite' && <InviteDialog course={course} onClose={close} />}
      </Suspense>
    </div>
  )
}

function Parts({ course, parts, current }: { course: string; parts: readonly MemberPart[]; current: MemberPart }) {
  const t = useTexts('members')
  const { data } = useQuery(query('GET /api/courses/:id/join-settings', { params: { id: course } }))
  return (
    <nav aria-label={t('parts')} className="mb-3 flex flex-wrap gap-x-5 border-b border-line">
      {parts.map((part) => (
        <Link
          key={part}
          to={part === 'members' ? '?' : `?part=${part}`}
          aria-current={part === current ? 'page' : undefined}
          className={classes(
            '-mb-px inline-flex min-h-9 items-center border-b-2 text-body font-medium max-tablet:min-h-11',
            part === current ? 'border-accent text-text' : 'border-transparent text-text-2 hover:text-text',
          )}
        >
          {t(`part.${part}`)}
          {part === 'waiting' && data !== undefined && data.waiting > 0 && (
            <span className="tabular ml-1.5 text-caption text-text-3">{data.waiting}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
