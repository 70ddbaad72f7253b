// Exhibits of the code editor.
import { useState } from 'react'
import { CodeEditor } from '../../ui/editor/code-editor.tsx'
import type { CodeLanguage } from '../../ui/text/code-languages.ts'
import { exhibit } from '../exhibit.ts'

const python = `# how deep the water is
def depth(t, mean=1.2):
    return mean * cos(2 * pi * t / 12.4)  # hours
`
const Code = ({
  start = python,
  language = 'python',
  error,
  readOnly,
}: {
  start?: string
  language?: CodeLanguage
  error?: string
  readOnly?: boolean
}) => {
  const [value, setValue] = useState(start)
  return (
    <>
      <CodeEditor
        label="Program"
        value={value}
        onChange={setValue}
        language={language}
        error={error}
        help="Python 3"
        minHeight={96}
        {...(readOnly && { readOnly })}
      />
      <output aria-label="Reported" className="screen-reader">
        {value}
      </output>
    </>
  )
}

export default exhibit({
  python: Code,
  sql: <Code language="sql" start="select name, depth from marsh where depth > 1.2 order by name" />,
  wrong: <Code start="" language="text" error="Write something first" />,
  'read only': <Code language="json" start={'{ "depth": 1.2, "tide": "low" }'} readOnly />,
})
