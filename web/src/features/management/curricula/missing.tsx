// People of a program's classes who are in no course of a compulsory code of its curriculum.
import { useTexts } from '../../../i18n.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { list as joined } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import type { Curriculum, MissingPerson } from './curricula.ts'
import { KlassField } from './klass-field.tsx'

const filters = ['term', 'klass_id'] as const

export function Missing({ curriculum: { id, terms, program } }: { curriculum: Curriculum }) {
  const t = useTexts('curricula')
  const tm = useTexts('management')
  const list = usePaged(
    ({ find, page, size, filters: { term, klass_id } }) =>
      query('GET /api/curricula/:id/missing', {
        params: { id },
        query: {
          page,
          page_size: size,
          ...(find && { keyword: find }),
          ...(Number(term) >= 1 && { term: Number(term) }),
          ...(klass_id && { klass_id }),
        },
      }),
    { filters },
  )
  const change = (part: Readonly<Record<string, string | undefined>>) => list.change({ filters: { ...list.filters, ...part } })
  const { klass_id: klass } = list.filters
  const { data } = useQuery({
    ...query('GET /api/study-units', { query: { page_size: 1, ids: klass ? [klass] : [] } }),
    enabled: klass !== undefined,
  })
  const columns: ScreenColumn<MissingPerson>[] = [
    {
      key: 'name',
      head: t('name'),
      text: ({ person }) => person.name,
      cell: ({ person }) => <bdi className="font-medium wrap-anywhere">{person.name}</bdi>,
    },
    {
      key: 'user_no',
      head: t('userNumber'),
      width: 160,
      text: ({ person }) => person.user_no,
      cell: ({ person }) => <span className="tabular">{person.user_no}</span>,
    },
    {
      key: 'klass',
      head: t('klass'),
      width: 200,
      card: 'more',
      text: ({ klass: one }) => one.name,
      cell: ({ klass: one }) => <bdi>{one.name}</bdi>,
    },
    {
      key: 'codes',
      head: t('lacks'),
      card: 'more',
      text: ({ codes }) => codes.join(', '),
      cell: ({ codes }) => <span className="tabular wrap-anywhere">{joined(codes)}</span>,
    },
  ]
  return (
    <TableScreen<MissingPerson>
      name="management.curriculum.missing"
      caption={t('part.missing')}
      list={list}
      columns={columns}
      rowKey={({ person }) => person.id}
      search={t('findPerson')}
      filters={
        <div className="flex flex-1 flex-wrap gap-2 *:w-[200px] *:max-tablet:w-full">
          <Select
            label={t('term')}
            hideLabel
            value={list.filters.term ?? ''}
            onChange={(term) => change({ term: term || undefined })}
            options={[
              { value: '', label: t('anyTerm') },
              ...Array.from({ length: terms }, (_, at) => ({ value: String(at + 1), label: t('termNth', { nth: at + 1 }) })),
            ]}
          />
          <KlassField
            program={program.id}
            hideLabel
            none={t('anyKlass')}
            value={klass ? { id: klass, name: data?.items[0]?.name ?? '…' } : null}
            onChange={(unit) => change({ klass_id: unit?.id })}
          />
        </div>
      }
      exportName={t('part.missing')}
      failedTitle={tm('failed')}
      empty={<Empty title={t('nobodyLacksAnything')} text={t('nobodyLacksText')} />}
      nothingFits={
        <Empty title={t('nothingFits')}>
          <Button onClick={list.clear}>{t('clear')}</Button>
        </Empty>
      }
    />
  )
}
