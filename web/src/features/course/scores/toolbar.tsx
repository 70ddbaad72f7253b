// The line above the gradebook: find a student, filter by group and by result, and what the words in the cells mean; on a phone, where there are no
// heads of columns, the order and the choice of all too.
import { ArrowUpDown, Filter as FilterIcon, ListChecks, Users } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { FilterFold } from '../../../parts/base/table/filter-fold.tsx'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import type { Gradebook } from '../../../parts/learning/scores/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { usePhone } from '../../../ui/dialogs/phone.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import type { Filter } from './book.ts'
import type { Sorting } from './columns.tsx'
import { Mark } from './score-cell.tsx'

const limits = [50, 60, 70, 80]
const orders = [
  { text: 'name', by: 'name', direction: 'ascending' },
  { text: 'number', by: 'number', direction: 'ascending' },
  { text: 'lowestFirst', by: 'result', direction: 'ascending' },
  { text: 'highestFirst', by: 'result', direction: 'descending' },
] as const

export function Toolbar({
  book: { groups, policy },
  filter,
  onFilter,
  sorting,
  onSorting,
  chooseAll,
}: {
  book: Gradebook
  filter: Filter
  onFilter: (filter: Filter) => void
  sorting: Sorting
  onSorting: (sorting: Sorting) => void
  /** Of those that fit. */
  chooseAll: { count: number; run: () => void } | undefined
}) {
  const t = useTexts('scores')
  const ui = useTexts('ui')
  const isPhone = usePhone()
  const order = orders.find(({ by, direction }) => by === sorting.by && direction === sorting.direction)
  const group = groups.find(({ id }) => id === filter.group)
  const pass = policy.pass_percent
  const offered = [...new Set([...(pass === null ? [] : [pass]), ...limits])].sort((a, b) => a - b)
  const percent = (value: number) => pointsText(String(value))
  const sets = [...Map.groupBy(groups, ({ set_name }) => set_name)]
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-2.5">
      <SearchInput
        label={t('find')}
        placeholder={t('find')}
        value={filter.text}
        onSearch={(text) => onFilter({ ...filter, text })}
        className="w-50 max-tablet:w-full"
      />
      <FilterFold count={(group ? 1 : 0) + (filter.below === null ? 0 : 1)}>
        {groups.length > 0 && (
          <Menu
            align="start"
            trigger={{ kind: 'button', props: { icon: Users, children: group ? t('groupIs', { group: group.name }) : t('groupAll') } }}
            groups={[
              { items: [{ label: t('everybody'), current: !group, onSelect: () => onFilter({ ...filter, group: '' }) }] },
              ...sets.map(([heading, list]) => ({
                heading,
                items: list.map(({ id, name }) => ({
                  label: name,
                  current: id === filter.group,
                  onSelect: () => onFilter({ ...filter, group: id }),
                })),
              })),
            ]}
          />
        )}
        <Menu
          align="start"
          trigger={{
            kind: 'button',
            props: {
              icon: FilterIcon,
              children: filter.below === null ? t('anyResult') : t('below', { percent: percent(filter.below) }),
            },
          }}
          groups={[
            {
              items: [
                { label: t('anyResult'), current: filter.below === null, onSelect: () => onFilter({ ...filter, below: null }) },
                ...offered.map((below) => ({
                  label: below === pass ? t('belowPass', { percent: percent(below) }) : t('below', { percent: percent(below) }),
                  current: filter.below === below,
                  onSelect: () => onFilter({ ...filter, below }),
                })),
              ],
            },
          ]}
        />
        {isPhone && (
          <Menu
            align="start"
            trigger={{ kind: 'button', props: { icon: ArrowUpDown, children: t('orderIs', { by: t(order?.text ?? sorting.by) }) } }}
            groups={[
              {
                items: orders.map((one) => ({
                  label: t(one.text),
                  current: one === order,
                  onSelect: () => onSorting({ by: one.by, direction: one.direction }),
                })),
              },
            ]}
          />
        )}
        {isPhone && chooseAll && (
          <Button icon={ListChecks} onClick={chooseAll.run}>
            {ui('selectAll', { count: chooseAll.count })}
          </Button>
        )}
      </FilterFold>
      <p className="ml-auto flex flex-wrap gap-x-4 gap-y-1 text-caption text-text-2 max-small:hidden">
        <span>
          <Mark kind="late">{t('mark.late')}</Mark> {t('lateMeans')}
        </span>
        <span>
          <Mark kind="missing">{t('mark.missing')}</Mark>{' '}
          {policy.missing ? t('missingMeans', { percent: percent(policy.missing.percent) }) : t('missingOff')}
        </span>
        <span>
          <Mark kind="set">{t('mark.set')}</Mark> {t('setMeans')}
        </span>
      </p>
    </div>
  )
}
