// Columns of lists of allowances: whose they are, what they give, since when; their change and their end.
import { Pencil, Undo2 } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { date, list as joined } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { ScreenColumn } from '../../base/table/table-screen.tsx'
import type { Allowance } from './allowance-dialog.tsx'
import { useAllowanceText } from './allowance-text.ts'
import { takeBack } from './take-back.ts'

/** `people`: head of the column of whose they are; `changes`: whether an allowance is changed in this list. */
export function useAllowanceColumns(
  people: string,
  changes: (one: Allowance) => boolean,
  onChange: (one: Allowance) => void,
): Record<'people' | 'terms' | 'since' | 'change', ScreenColumn<Allowance>> {
  const t = useTexts('activity')
  const say = useTexts('teaching')
  const text = useAllowanceText()
  const names = ({ people }: Allowance) => joined(people.map(({ name }) => name))
  return {
    people: { key: 'people', head: people, text: names, cell: (one) => <span className="font-medium break-words">{names(one)}</span> },
    terms: { key: 'terms', head: say('given'), text, cell: (one) => <span className="text-text-2">{text(one)}</span> },
    since: {
      key: 'since',
      head: say('since'),
      optional: true,
      text: ({ created_at }) => date(created_at),
      cell: ({ created_at }) => <span className="tabular text-text-2">{date(created_at)}</span>,
    },
    change: {
      key: 'change',
      head: say('changeHead'),
      hideHead: true,
      cell: (one) =>
        changes(one) && (
          <span className="flex justify-end">
            <IconButton size="sm" label={say('changeTimes', { name: names(one) })} icon={Pencil} onClick={() => onChange(one)} />
            <IconButton size="sm" label={t('takeBack', { name: names(one) })} icon={Undo2} onClick={() => void takeBack(one)} />
          </span>
        ),
    },
  }
}
