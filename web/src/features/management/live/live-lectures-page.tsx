// Live lectures of the organisation, /management/live: those that students see or saw, found by words, state and provider.
import { Link } from 'react-router-dom'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { liveTones } from '../../../parts/learning/live/tones.ts'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { dateTime, list as joined, number } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Empty } from '../../../ui/states.tsx'
import type { ListRequest } from '../../../ui/table/paging.ts'
import { ManagementFrame } from '../management-frame.tsx'

type Lecture = Answer<'GET /api/management/live'>['items'][number]
const states = ['before', 'open', 'running', 'ended', 'called_off'] as const
const providers = ['link', 'bigbluebutton', 'tencent'] as const
const [filters, sorts] = [['state', 'provider'] as const, ['start'] as const]

const read = ({ find, page, size, filters: { state, provider }, sort }: ListRequest) =>
  query('GET /api/management/live', {
    query: {
      page,
      page_size: size,
      ...(find && { keyword: find }),
      state: states.find((one) => one === state),
      provider: providers.find((one) => one === provider),
      ...(sort && { sort: 'start' as const, order: sort.direction }),
    },
  })

export default function LiveLecturesPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.live')}>
      <Lectures />
    </ManagementFrame>
  )
}

function Lectures() {
  const t = useTexts('live')
  const tp = useTexts('meeting-providers')
  const tm = useTexts('management')
  const me = useMe()
  const list = usePaged(read, { filters, sorts })
  const columns: ScreenColumn<Lecture>[] = [
    {
      key: 'title',
      head: t('title'),
      text: ({ title }) => title,
      cell: ({ id, title, course }) => (
        <span className="wrap-anywhere">
          {me.may('course.read') ? (
            <Link to={paths.live(course.id, id)} className="font-medium hover:underline">
              {title}
            </Link>
          ) : (
            <span className="font-medium">{title}</span>
          )}
          <span className="block text-small text-text-3">{course.name}</span>
        </span>
      ),
    },
    {
      key: 'course',
      head: tp('course'),
      optional: 'hidden',
      text: ({ course }) => course.name,
      cell: ({ course }) => course.name,
    },
    {
      key: 'teachers',
      head: tp('teachers'),
      optional: true,
      card: 'more',
      text: ({ teachers }) => teachers.map(({ name }) => name).join(', '),
      cell: ({ teachers }) => (teachers.length > 0 ? joined(teachers.map(({ name }) => name)) : '–'),
    },
    {
      key: 'start',
      head: tp('starts'),
      sorts: true,
      width: 190,
      text: ({ starts_at }) => (starts_at ? dateTime(starts_at) : ''),
      cell: ({ starts_at }) => <span className="tabular">{starts_at ? dateTime(starts_at) : '–'}</span>,
    },
    {
      key: 'state',
      head: tp('state'),
      width: 140,
      card: 'end',
      text: ({ state }) => t(`state.${state}`),
      cell: ({ state }) => <Chip tone={liveTones[state]}>{t(`state.${state}`)}</Chip>,
    },
    {
      key: 'people',
      head: t('people'),
      width: 100,
      numeric: true,
      optional: true,
      card: 'more',
      text: ({ people }) => String(people),
      cell: ({ people }) => number(people),
    },
    {
      key: 'provider',
      head: tp('provider'),
      width: 160,
      optional: true,
      card: 'more',
      text: ({ provider }) => t(`provider.${provider}`),
      cell: ({ provider }) => t(`provider.${provider}`),
    },
  ]
  const { state = '', provider = '' } = list.filters
  const change = (values: Record<string, string>) => list.change({ filters: { ...list.filters, ...values } })
  return (
    <TableScreen<Lecture>
      name="management.live"
      caption={tm('entry.live')}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      defaultSort={{ by: 'start', direction: 'descending' }}
      search={tp('find')}
      filters={
        <div className="flex flex-1 flex-wrap gap-2 *:w-[200px] *:max-tablet:w-full">
          <Select
            label={tp('state')}
            hideLabel
            value={state}
            onChange={(value) => change({ state: value })}
            options={[{ value: '', label: tp('anyState') }, ...states.map((value) => ({ value, label: t(`state.${value}`) }))]}
          />
          <Select
            label={tp('provider')}
            hideLabel
            value={provider}
            onChange={(value) => change({ provider: value })}
            options={[{ value: '', label: tp('anyProvider') }, ...providers.map((value) => ({ value, label: t(`provider.${value}`) }))]}
          />
        </div>
      }
      exportName={tm('entry.live')}
      failedTitle={tm('failed')}
      empty={<Empty title={tp('noLectures')} text={tp('noLecturesText')} />}
      nothingFits={
        <Empty title={tp('nothingFits')}>
          <Button onClick={list.clear}>{tp('showAll')}</Button>
        </Empty>
      }
    />
  )
}
