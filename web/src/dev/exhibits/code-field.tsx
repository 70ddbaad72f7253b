// Exhibits of the field for a verification code.
import { useState } from 'react'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { exhibit } from '../exhibit.ts'

const Code = ({ start = '', error, off }: { start?: string; error?: string; off?: boolean }) => {
  const [value, setValue] = useState(start)
  const [done, setDone] = useState('')
  return (
    <>
      <CodeField
        label="Code"
        value={value}
        onChange={setValue}
        onComplete={setDone}
        help="Six characters"
        error={error}
        {...(off && { off })}
      />
      <output aria-label="Complete">{done}</output>
    </>
  )
}

export default exhibit({
  empty: Code,
  half: <Code start="7KQ" />,
  wrong: <Code start="7KQ2M4" error="This code is not right or has ended" />,
  'being checked': <Code start="7KQ2M4" off />,
})
