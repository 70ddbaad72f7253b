// Values by which groups are mixed, from a column of a file: a level, a language, whatever a school does not tell us. It is used for this distribution alone.
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { linesOf } from '../../../parts/base/table/file-text.ts'
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
    const found = await linesOf(file)
    const guessed = typeof found === 'string' ? undefined : guessColumns(found, new Set(known.keys()))
    setFault(typeof found === 'string' ? found : guessed ? undefined : t('valueColumns'))
    setLines(guessed && typeof found !== 'string' ? found : undefined)
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
