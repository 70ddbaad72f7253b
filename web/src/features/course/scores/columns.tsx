// The columns of the gradebook: name and number, the items of each category with what they come to, the result.
import { EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { useTexts } from '../../../i18n.ts'
import { percentText, pointsText } from '../../../parts/learning/scores/points-text.ts'
import type { Gradebook } from '../../../parts/learning/scores/queries.ts'
import { list } from '../../../ui/format.ts'
import { usePhone } from '../../../ui/dialogs/phone.tsx'
import type { SheetColumn, SheetGroup } from '../../../ui/sheet/sheet.ts'
import { refusedText } from './refused-text.ts'
import { digitsOf, excused, type Item, itemsByCategory, meanOf, meanOfTexts, type Row, shownCell, typedValue } from './book.ts'
import { ScoreCell } from './score-cell.tsx'
import { subtotalsOf } from './subtotals.ts'

export type Sorting = { by: 'name' | 'number' | 'result'; direction: 'ascending' | 'descending' }
const mostAveraged = 200
const widthOf = (title: string) => Math.min(132, Math.max(76, 34 + title.length * 7))

export function useColumns(book: Gradebook, rows: readonly Row[], { sorting, writes }: { sorting: Sorting; writes: boolean }) {
  const t = useTexts('scores')
  const isPhone = usePhone()
  const { policy, categories, items, students } = book
  const digits = useMemo(() => digitsOf(students, items), [students, items])
  const subtotals = useMemo(() => subtotalsOf({ policy, categories, items }), [policy, categories, items])
  const excusedText = t('excusedShort')

  const groups = useMemo((): SheetGroup[] => {
    const weighted = policy.aggregation === 'weighted'
    // over the column of a single item there is room for the weight alone, and the item says the rest
    const single = (id: string) => !isPhone && items.filter(({ category_id }) => category_id === id).length === 1
    const known = categories.map(({ id, name, weight, drop, keep }) => ({
      key: id,
      name: weighted && single(id) ? percentText(weight) : name,
      note: list(
        [
          weighted && !single(id) ? t('weightNote', { weight: pointsText(weight) }) : '',
          drop > 0 ? t('dropNote', { count: drop }) : '',
          keep !== null ? t('keepNote', { count: keep }) : '',
        ].filter(Boolean),
      ),
    }))
    return [...known, { key: 'none', name: t('noCategory') }, { key: 'total', name: t('total') }]
  }, [categories, items, policy.aggregation, t, isPhone])

  return useMemo(() => {
    const sorted = (by: Sorting['by']) => (sorting.by === by ? { sorted: sorting.direction } : {})
    const refuse = (item: Item) => (text: string) => {
      const typed = typedValue(text, item, excusedText)
      return refusedText(t, typed, item)
    }
    const columnOf = (item: Item, group: string): SheetColumn<Row> => ({
      key: item.id,
      head: item.title,
      under: item.extra_credit ? t('extraOf', { points: pointsText(item.points) }) : pointsText(item.points),
      ...(!item.released && { mark: <EyeOff role="img" aria-label={t('itemHidden')} size={12} className="shrink-0" /> }),
      width: widthOf(item.title),
      group,
      numeric: true,
      opens: true,
      cell: (row) => <ScoreCell row={row} item={item} digits={digits.get(item.id) ?? 0} />,
      text: (row) => {
        const { value } = shownCell(row, item)
        return value === excused ? excusedText : value
      },
      editable: () => writes,
      refuse: refuse(item),
      foot: withMark(meanOf(rows, item)),
    })
    const columns: SheetColumn<Row>[] = [
      {
        key: 'name',
        head: t('name'),
        width: isPhone ? 132 : 188,
        pinned: true,
        cell: ({ student }) => (
          <span className="truncate" title={student.name}>
            {student.name}
          </span>
        ),
        text: ({ student }) => student.name,
        opens: true,
        ...sorted('name'),
        foot: <span title={t('averageScored')}>{t('mean')}</span>,
      },
    ]
    if (!isPhone)
      columns.push({
        key: 'number',
        head: t('number'),
        width: Math.max(88, widthOf(t('number'))),
        pinned: true,
        cell: ({ student }) => (
          <span className="tabular truncate text-text-2" title={student.user_no}>
            {student.user_no}
          </span>
        ),
        text: ({ student }) => student.user_no,
        opens: true,
        ...sorted('number'),
      })
    for (const [category, own] of itemsByCategory(items, categories)) {
      const group = category?.id ?? 'none'
      columns.push(...own.map((item) => columnOf(item, group)))
      if (category && own.length > 1)
        columns.push({
          key: `sum ${category.id}`,
          head: category.name,
          under: '%',
          width: Math.max(84, widthOf(category.name)),
          group,
          numeric: true,
          shaded: true,
          cell: (row) => {
            const percent = subtotals(row).get(category.id)
            return percent ? pointsText(percent) : <span aria-hidden>·</span>
          },
          text: (row) => subtotals(row).get(category.id) ?? '',
          // of more rows it would be felt at each key
          ...(rows.length <= mostAveraged && {
            foot: withMark(
              meanOfTexts(
                rows.map((row) => subtotals(row).get(category.id)),
                policy.digits,
              ),
            ),
          }),
        })
    }
    columns.push({
      key: 'result',
      head: t('total'),
      under: '%',
      width: 76,
      group: 'total',
      numeric: true,
      strong: true,
      opens: true,
      ...sorted('result'),
      cell: ({ student: { result } }) => (result.percent === null ? <span aria-hidden>·</span> : pointsText(result.percent)),
      text: ({ student }) => student.result.percent ?? '',
      foot: withMark(
        meanOfTexts(
          rows.map(({ student }) => student.result.percent),
          policy.digits,
        ),
      ),
    })
    if (policy.scale)
      columns.push({
        key: 'letter',
        head: t('letter'),
        width: 72,
        group: 'total',
        cell: ({ student }) => student.result.letter ?? '',
        text: ({ student }) => student.result.letter ?? '',
      })
    if (policy.pass_percent !== null)
      columns.push({
        key: 'passed',
        head: t('passMark', { percent: percentText(String(policy.pass_percent)) }),
        width: 92,
        group: 'total',
        cell: ({ student }) => passedText(student.result.passed),
        text: ({ student }) => passedText(student.result.passed),
      })
    function passedText(passed: boolean | null) {
      return passed === null ? '' : t(passed ? 'passed' : 'notPassed')
    }
    return { columns, groups }
  }, [t, excusedText, isPhone, rows, items, categories, groups, digits, subtotals, policy, sorting, writes])
}
const withMark = (mean: string | null) => (mean === null ? '·' : pointsText(mean))
