// Teaching-and-research groups of the organisation, /management/vtrs: made here, each with its own page.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { NameDialog } from '../../../parts/base/files/name-dialog.tsx'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { useNextMeetings, type WithNextMeeting } from '../../../parts/learning/calendar/next-meetings.ts'
import { paths } from '../../../paths.ts'
import { invalidate, query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { date, dateTime, list as joined, number } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'

type Group = WithNextMeeting<Answer<'GET /api/resource-groups'>['items'][number]>

export default function VtrsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.vtrs')}>
      <Groups />
    </ManagementFrame>
  )
}

function Groups() {
  const t = useTexts('management-lists')
  const tm = useTexts('management')
  const me = useMe()
  const go = useNavigate()
  const [adding, setAdding] = useState(false)
  const list = useNextMeetings(
    usePaged(({ find, page, size }) =>
      query('GET /api/resource-groups', {
        query: { kind: 'vtrs', page, page_size: size, ...(find && { conditions: JSON.stringify({ keyword: find }) }) },
      }),
    ),
  )
  const add = me.may('groups.create') && (
    <span {...dialogTrigger}>
      <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
        {t('addVtrs')}
      </Button>
    </span>
  )
  const columns: ScreenColumn<Group>[] = [
    {
      key: 'name',
      head: t('vtrsName'),
      text: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link to={paths.vtrs(id)} className="font-medium wrap-anywhere hover:underline">
          {name}
        </Link>
      ),
    },
    {
      key: 'schools',
      head: t('vtrsSchools'),
      text: ({ schools }) => schools.join(', '),
      cell: ({ schools }) => joined(schools),
    },
    {
      key: 'departments',
      head: t('vtrsDepartments'),
      text: ({ departments }) => departments.join(', '),
      cell: ({ departments }) => (departments.length > 0 ? joined(departments) : '–'),
    },
    {
      key: 'members',
      head: t('vtrsMembers'),
      width: 120,
      numeric: true,
      text: ({ member_count }) => String(member_count),
      cell: ({ member_count }) => number(member_count),
    },
    {
      key: 'next',
      head: t('vtrsNext'),
      width: 220,
      text: ({ next }) => (next ? `${dateTime(next.start_time)} ${next.title}` : ''),
      cell: ({ id, next, nextFailed }) =>
        next ? (
          <Link to={paths.vtrs(id, 'meetings')} className="hover:underline">
            <span className="tabular">{dateTime(next.start_time)}</span>
            <span className="block text-small text-text-2 wrap-break-word">{next.title}</span>
          </Link>
        ) : nextFailed ? (
          <span className="text-small text-text-2">{t('vtrsNextFailed')}</span>
        ) : (
          '–'
        ),
    },
    {
      key: 'files',
      head: t('vtrsFiles'),
      width: 110,
      numeric: true,
      card: 'more',
      text: ({ file_count }) => String(file_count),
      cell: ({ file_count }) => number(file_count),
    },
    {
      key: 'created',
      head: t('vtrsSince'),
      width: 140,
      card: 'more',
      text: ({ created_at }) => date(created_at),
      cell: ({ created_at }) => <span className="tabular">{date(created_at)}</span>,
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('vtrsText')}</p>
      <TableScreen<Group>
        name="management.vtrs"
        caption={tm('entry.vtrs')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('findVtrs')}
        actions={add}
        exportName={tm('entry.vtrs')}
        failedTitle={tm('failed')}
        empty={<Empty title={t('noVtrs')}>{add}</Empty>}
        nothingFits={<Empty title={t('nothingFits', { text: list.find })} />}
      />
      {adding && (
        <NameDialog
          title={t('addVtrs')}
          label={t('vtrsName')}
          act={t('create')}
          file={false}
          onClose={() => setAdding(false)}
          onSave={async (name) => {
            const { id } = await call('POST /api/resource-groups', { body: { name, kind: 'vtrs' } })
            await invalidate('GET /api/resource-groups')
            void go(paths.vtrs(id))
          }}
        />
      )}
    </>
  )
}
