// The invitations of a course, as a part of its members page: who was asked, what they answered; sent again and cancelled.
import { Ellipsis, MailPlus, MailX } from 'lucide-react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { invalidate, query } from '../../../queries.ts'
import { PersonCell } from '../../../parts/base/people/person-cell.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip, type Tone } from '../../../ui/marks/chip.tsx'
import { near } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Course } from '../frame/queries.ts'

type Invite = Answer<'GET /api/courses/:id/invites'>['items'][number]
const tones: Record<Invite['status'], Tone> = { sent: 'info', joined: 'ok', declined: 'warn', cancelled: 'neutral' }
const statuses = Object.keys(tones) as Invite['status'][]

export function InviteList({ course, onInvite }: { course: Course; onInvite: () => void }) {
  const t = useTexts('members')
  const tc = useTexts('course')
  const tp = useTexts('course-page')
  const list = usePaged(
    ({ page, size, find, filters }) => {
      const conditions = { ...(find && { keyword: find }), ...(filters.status && { status: filters.status }) }
      return query('GET /api/courses/:id/invites', {
        params: { id: course.id },
        query: { page, page_size: size, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
      })
    },
    { filters: ['status'] },
  )
  const run = async (work: () => Promise<unknown>, text: string) => {
    try {
      await work()
      toast({ text })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await invalidate('GET /api/courses/:id/invites')
    }
  }
  const resend = ({ id, person: { name } }: Invite) =>
    run(() => call('POST /api/invites/:id/resend', { params: { id } }), t('resent', { name }))
  const cancel = ({ id, person: { name } }: Invite) =>
    run(() => call('DELETE /api/invites/:id', { params: { id } }), t('inviteCancelled', { name }))
  const columns: ScreenColumn<Invite>[] = [
    {
      key: 'name',
      head: tc('name'),
      text: ({ person }) => person.name,
      cell: ({ person }) => <PersonCell person={person} below={person.email} />,
    },
    { key: 'role', head: tc('roleHead'), text: ({ role }) => tp(`role.${role}`), cell: ({ role }) => tp(`role.${role}`) },
    {
      key: 'status',
      head: t('statusFilter'),
      text: ({ status }) => t(`status.${status}`),
      cell: ({ status }) => <Chip tone={tones[status]}>{t(`status.${status}`)}</Chip>,
    },
    {
      key: 'sent',
      head: t('sentAt'),
      optional: true,
      text: ({ sent_at }) => near(sent_at),
      cell: ({ sent_at, sent_count }) => (
        <span className="tabular text-text-2">
          {sent_count > 1 ? t('sentTimes', { when: near(sent_at), count: sent_count }) : near(sent_at)}
        </span>
      ),
    },
    { key: 'inviter', head: t('invitedBy'), optional: true, card: 'more', cell: ({ inviter }) => inviter?.name ?? '' },
    {
      key: 'act',
      head: t('actions'),
      hideHead: true,
      width: 52,
      card: 'end',
      cell: (invite) =>
        ['sent', 'declined'].includes(invite.status) && (
          <Menu
            align="end"
            trigger={{
              kind: 'icon',
              props: { label: t('actionsOf', { name: invite.person.name }), icon: Ellipsis, size: 'sm', iconSize: 16 },
            }}
            groups={[
              {
                items: [
                  { label: t('resend'), icon: MailPlus, onSelect: () => void resend(invite) },
                  { label: t('cancelInvite'), icon: MailX, danger: true, onSelect: () => void cancel(invite) },
                ],
              },
            ]}
          />
        ),
    },
  ]
  const status = statuses.find((one) => one === list.filters.status) ?? 'all'
  return (
    <TableScreen<Invite>
      name="invites"
      caption={t('part.invites')}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      search={t('findInvite')}
      filters={
        <Segmented
          label={t('statusFilter')}
          value={status}
          onChange={(next) => list.change({ filters: { status: next === 'all' ? undefined : next } })}
          options={(['all', ...statuses] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      }
      exportName={`${course.course_code || course.name} ${t('part.invites')}`}
      failedTitle={t('invitesFailed')}
      empty={
        <Empty title={t('noInvites')} text={t('noInvitesText')}>
          <Button onClick={onInvite}>{t('invite')}</Button>
        </Empty>
      }
      nothingFits={
        <Empty title={t('noInviteFits')}>
          <Button onClick={list.clear}>{t('clearFilter')}</Button>
        </Empty>
      }
    />
  )
}
