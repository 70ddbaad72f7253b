// People of the organisation, found by name, number or address and chosen: a chip for each of the chosen ones, a box for each match.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Answer } from '../../../client.ts'
import { query } from '../../../queries.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { problemText } from '../errors/problem-text.ts'

export type FoundPerson = Answer<'GET /api/user/search'>['users'][number]

type Choice = {
  chosen: readonly FoundPerson[]
  onChange: (chosen: readonly FoundPerson[]) => void
  /** The line below a name. */
  about?: (person: FoundPerson) => string
  /** Why somebody cannot be chosen. */
  off?: (person: FoundPerson) => string | undefined
  /** Said when nobody matches. */
  none: string
}

const without = (people: readonly FoundPerson[], { id }: FoundPerson) => people.filter((one) => one.id !== id)

export function PeoplePicker({
  label,
  keywords,
  onSearch,
  notThis,
  autoFocus = false,
  ...choice
}: Choice & {
  label: string
  keywords: string
  onSearch: (keywords: string) => void
  /** The label of the button that takes somebody out again. */
  notThis: (name: string) => string
  autoFocus?: boolean
}) {
  const { chosen, onChange } = choice
  const { data, error, isFetching } = useQuery({
    ...query('GET /api/user/search', { query: { keywords, page_size: 20 } }),
    enabled: keywords !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SearchInput label={label} value={keywords} busy={isFetching} onSearch={onSearch} autoFocus={autoFocus} className="w-full" />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((person) => (
            <li
              key={person.id}
              className="inline-flex items-center gap-1 rounded-full bg-accent-soft pr-0.5 pl-2.5 text-small text-accent-soft-text"
            >
              {person.name}
              <IconButton size="sm" iconSize={13} label={notThis(person.name)} icon={X} onClick={() => onChange(without(chosen, person))} />
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className="text-small text-bad-text">
          {problemText(error)}
        </p>
      )}
      <Matches people={keywords ? data?.users : undefined} {...choice} />
    </>
  )
}

/** `people`: undefined as long as nobody was looked for. */
export function Matches({
  people,
  chosen,
  onChange,
  about = ({ user_no }) => user_no,
  off,
  none,
}: Choice & { people: readonly FoundPerson[] | undefined }) {
  return (
    <ul className="min-h-32 divide-y divide-line" aria-live="polite">
      {people?.map((person) => (
        <li key={person.id} className="py-1">
          <Checkbox
            className="max-tablet:min-h-11"
            label={person.name}
            help={about(person)}
            off={off?.(person)}
            checked={chosen.some(({ id }) => id === person.id)}
            onChange={(on) => onChange(on ? [...chosen, person] : without(chosen, person))}
          />
        </li>
      ))}
      {people?.length === 0 && <li className="text-small text-text-2">{none}</li>}
    </ul>
  )
}
