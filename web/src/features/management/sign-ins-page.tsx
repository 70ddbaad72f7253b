// Sign-ins to the organisation and refused ones, /management/sign-ins; filters and search are in the address.
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { browserOf } from '../../account/browser-name.ts'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { type ScreenColumn, TableScreen } from '../../parts/base/table/table-screen.tsx'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { addDays, isLocal, momentOfDay } from '../../ui/dates.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { dateTime } from '../../ui/format.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePaged } from '../../parts/base/page/paged.ts'
import { ManagementFrame } from './management-frame.tsx'

type SignIn = Answer<'GET /api/management/sign-ins'>['items'][number]
const outcomes = ['signed_in', 'wrong', 'suspended'] as const
const tones = { signed_in: 'ok', wrong: 'warn', suspended: 'bad' } as const
const isId = (text: string | undefined) => text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export default function SignInsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.signIns')}>
      <SignIns />
    </ManagementFrame>
  )
}

/** The filters as the call takes them; what is unreadable narrows nothing. */
function conditionsOf(find: string, { person, outcome, from, to }: Readonly<Record<string, string | undefined>>) {
  const known = outcomes.find((one) => one === outcome)
  return {
    ...(find && { q: find }),
    ...(isId(person) && { person_id: person! }),
    ...(known && { outcome: known }),
    ...(from && isLocal(from, 'date') && { from: momentOfDay(from) }),
    ...(to && isLocal(to, 'date') && { to: momentOfDay(addDays(to, 1)) }),
  }
}

function SignIns() {
  const t = useTexts('sign-ins')
  const tm = useTexts('management')
  const me = useMe()
  const list = usePaged(
    ({ page, size, find, filters }) =>
      query('GET /api/management/sign-ins', { query: { page, page_size: size, ...conditionsOf(find, filters) } }),
    { filters: ['person', 'outcome', 'from', 'to'], size: 50 },
  )
  const filter = (filters: Record<string, string | undefined>) => list.change({ filters })
  const nameOf = ({ person }: SignIn) => (person ? person.name : t('nobody'))
  const outcomeOf = ({ outcome }: SignIn) => t(`outcome.${outcome}`)
  const columns: ScreenColumn<SignIn>[] = [
    {
      key: 'person',
      head: t('person'),
      text: nameOf,
      cell: (row) =>
        row.person === null ? (
          <span className="text-text-2">{t('nobody')}</span>
        ) : (
          <span className="wrap-anywhere">
            {me.may('people.change') ? (
              <Link className="font-medium hover:underline" to={paths.managedPerson(row.person.id)}>
                <bdi>{row.person.name}</bdi>
              </Link>
            ) : (
              <bdi className="font-medium">{row.person.name}</bdi>
            )}
            <span className="block text-caption text-text-3">{row.person.user_no}</span>
          </span>
        ),
    },
    {
      key: 'at',
      head: t('at'),
      width: 170,
      text: ({ at }) => dateTime(at),
      cell: ({ at }) => <span className="tabular">{dateTime(at)}</span>,
    },
    {
      key: 'outcome',
      head: t('outcome'),
      width: 180,
      card: 'end',
      text: outcomeOf,
      cell: (row) => <Chip tone={tones[row.outcome]}>{outcomeOf(row)}</Chip>,
    },
    {
      key: 'how',
      head: t('how'),
      width: 130,
      card: 'more',
      optional: true,
      text: ({ how }) => t(`how.${how}`),
      cell: ({ how }) => t(`how.${how}`),
    },
    {
      key: 'address',
      head: t('address'),
      width: 170,
      card: 'more',
      optional: true,
      text: ({ address }) => address,
      cell: ({ address }) => <span className="tabular wrap-anywhere">{address || '–'}</span>,
    },
    {
      key: 'browser',
      head: t('browser'),
      card: 'more',
      optional: true,
      text: ({ agent }) => agent,
      cell: ({ agent }) => <span title={agent}>{browserOf(agent) || t('unknownBrowser')}</span>,
    },
  ]
  const person = list.filters.person
  const chosen = list.items.find((row) => row.person?.id === person)?.person
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('text')}</p>
      <TableScreen<SignIn>
        name="management.sign-ins"
        caption={tm('entry.signIns')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('find')}
        filters={
          <div className="flex flex-1 flex-wrap items-end gap-2">
            <Select
              label={t('outcome')}
              hideLabel
              value={list.filters.outcome ?? ''}
              onChange={(outcome) => filter({ outcome: outcome || undefined })}
              options={[
                { value: '', label: t('anyOutcome') },
                ...outcomes.map((value) => ({ value: value as string, label: t(`outcome.${value}`) })),
              ]}
              className="w-[220px] max-tablet:w-full"
            />
            <DateField
              label={t('from')}
              value={list.filters.from ?? ''}
              onChange={(from) => filter({ from: from || undefined })}
              className="w-[170px]"
            />
            <DateField
              label={t('to')}
              value={list.filters.to ?? ''}
              onChange={(to) => filter({ to: to || undefined })}
              className="w-[170px]"
            />
            {person && (
              <Button variant="quiet" icon={X} onClick={() => filter({ person: undefined })}>
                {chosen ? t('onlyOf', { name: chosen.name }) : t('onlyOfOne')}
              </Button>
            )}
          </div>
        }
        exportName={tm('entry.signIns')}
        failedTitle={tm('failed')}
        empty={<Empty title={t('none')} text={t('noneText')} />}
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      />
    </>
  )
}
