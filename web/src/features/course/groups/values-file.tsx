// Values by which groups are mixed, from a column of a file: a level, a language, whatever a school does not tell us. It is used for this distribution alone.
import { useEffect, useMemo, useRef, useState } from 'react'
import { byUserNumber } from '@lyceum/kit/text/user-number'
import { useTexts } from '../../../i18n.ts'
import { linesIn } from '../../../parts/base/table/file-text.ts'
import { useReadFile } from '../../../parts/base/table/encoding-choice.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { ColumnFields } from './column-fields.tsx'
import { type Columns, guessColumns, linesFor, numbersOf, studentsOf } from './group-lines.ts'
import type { Board } from './queries.ts'

export function ValuesFile({ board, onValues }: { board: Board; onValues: (values: { person_id: string; value: string }[]) => void }) {
  const t = useTexts('groups')
  const [lines, setLines] = useState<string[][]>()
  const [columns, setColumns] = useState<Columns>()
  const [fault, setFault] = useState<string>()
  const students = useMemo(() => studentsOf(board), [board])
  const latest = useRef(onValues)
  latest.current = onValues
  const values = useMemo(() => {
    const known = byUserNumber(students)
    const found = new Map<string, string>()
    for (const { person, group } of lines && columns ? linesFor(lines, columns) : []) {
      const [one, ...others] = known(person)
      if (one && others.length === 0 && group) found.set(one.id, group.slice(0, 100))
    }
    return [...found].map(([person_id, value]) => ({ person_id, value }))
  }, [lines, columns, students])
  useEffect(() => latest.current(values), [values])
  const show = async (text: string) => {
    const found = await linesIn(text)
    const guessed = typeof found === 'string' ? undefined : guessColumns(found, numbersOf(students))
    setFault(typeof found === 'string' ? found : guessed ? undefined : t('valueColumns'))
    setLines(guessed && typeof found !== 'string' ? found : undefined)
    setColumns(guessed)
  }
  const { read, readAs } = useReadFile((text) => void show(text))
  return (
    <>
      <FileDrop
        title={t('valuesTitle')}
        help={t('valuesHelp')}
        buttonLabel={t('chooseFile')}
        accept=".csv,.txt,.tsv,text/csv"
        multiple={false}
        error={fault}
        onFiles={([file]) => file && read(file)}
      />
      {readAs}
      {lines && columns && (
        <>
          <ColumnFields label={t('valueColumn')} lines={lines} columns={columns} onChange={setColumns} />
          <p className="text-text-2">{t('valuesRead', { count: values.length })}</p>
        </>
      )}
    </>
  )
}
