// Values by which groups are mixed, from a column of a file: a level, a language, whatever a school does not tell us. It is used for this distribution alone.
import { parseCsv } from '@lyceum/kit/text/csv'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { textOf } from '../../../parts/base/table/file-text.ts'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { ColumnFields } from './column-fields.tsx'
import { type Columns, guessColumns, knownOf, linesFor } from './group-lines.ts'
import type { Board } from './queries.ts'

export function ValuesFile({ board, onValues }: { board: Board; onValues: (values: { person_id: string; value: string }[]) => void }) {
  const t = useTexts('groups')
  const [lines, setLines] = useState<string[][]>()
  const [columns, setColumns] = useState<Columns>()
  const [fault, setFault] = useState<string>()
  const known = useMemo(() => knownOf(board), [board])
  const latest = useRef(onValues)
  latest.current = onValues
  const values = useMemo(() => {
    const found = new Map<string, string>()
    for (const { person, group } of lines && columns ? linesFor(lines, columns) : []) {
      const id = known.get(person.toLowerCase())?.id
      if (id && group) found.set(id, group.slice(0, 100))
    }
    return [...found].map(([person_id, value]) => ({ person_id, value }))
  }, [lines, columns, known])
  useEffect(() => latest.current(values), [values])
  const read = async ([file]: File[]) => {
    if (!file) return
    const found = parseCsv(await textOf(file))
    const guessed = guessColumns(found, new Set(known.keys()))
    setFault(guessed ? undefined : t('valueColumns'))
    setLines(guessed && found)
    setColumns(guessed)
  }
  return (
    <>
      <FileDrop
        title={t('valuesTitle')}
        help={t('valuesHelp')}
        buttonLabel={t('chooseFile')}
        accept=".csv,.txt,.tsv,text/csv"
        multiple={false}
        error={fault}
        onFiles={(files) => void read(files)}
      />
      {lines && columns && (
        <>
          <ColumnFields label={t('valueColumn')} lines={lines} columns={columns} onChange={setColumns} />
          <p className="text-text-2">{t('valuesRead', { count: values.length })}</p>
        </>
      )}
    </>
  )
}
