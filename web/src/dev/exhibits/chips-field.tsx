// Exhibits of the field of chips.
import { useState } from 'react'
import { ChipsField } from '../../ui/fields/chips-field.tsx'
import { exhibit } from '../exhibit.ts'

const Addresses = ({ start, error }: { start: string[]; error?: string }) => {
  const [values, setValues] = useState<readonly string[]>(start)
  return (
    <ChipsField
      label="E-mail addresses"
      help="Separated by commas"
      error={error}
      values={values}
      onChange={setValues}
      split={(text) =>
        text
          .split(/[,;\n]/)
          .map((one) => one.trim())
          .filter(Boolean)
      }
      wrong={new Map(values.filter((one) => !one.includes('@')).map((one) => [one, 'not an e-mail address']))}
      texts={{ remove: (value) => `Remove ${value}`, more: (count) => `and ${count} more` }}
    />
  )
}

export default exhibit({
  empty: <Addresses start={[]} />,
  'two, one wrong': <Addresses start={['maya.tan@aldermoor.example', 'omar.haddad']} error="1 address is wrong" />,
  'two thousand': <Addresses start={Array.from({ length: 2000 }, (_, nth) => `person${nth}@aldermoor.example`)} />,
})
