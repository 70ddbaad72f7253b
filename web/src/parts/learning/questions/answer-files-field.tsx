// Files of an answer: sent at once through the uploads of the page, part of the answer as soon as the server knows them.
import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FileRules } from '../../../activity-types/form.ts'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import type { FilesField as Field } from '../../../question-types/definition.ts'
import { list } from '../../../ui/format.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { FilesField } from '../forms/files-field.tsx'
import { type ExistingFile, useChosenFiles } from '../forms/use-chosen-files.ts'

type Props = Parameters<Field>[0]

/** The names of files of earlier are read first. */
export default function AnswerFilesField(props: Props) {
  const [first] = useState(props.ids)
  const reads = useQueries({
    queries: first.map((id) => ({ ...query('GET /api/uploads/:id', { params: { id }, query: {} }), staleTime: 3_600_000 })),
  })
  if (reads.some(({ isPending }) => isPending)) return <SkeletonText lines={2} />
  const there = first.map(
    (id, at): ExistingFile => ({ id, name: reads[at]?.data?.name ?? id, type: 'other', size: reads[at]?.data?.size ?? 0 }),
  )
  return <Files {...props} there={there} />
}

function Files({ types, most, megabytes, onChange, there }: Props & { there: readonly ExistingFile[] }) {
  const q = useTexts('questions')
  const chosen = useChosenFiles(there)
  // the page turns to another question, and the files go on being sent
  const kept = useRef<() => void>(undefined)
  kept.current = chosen.keep
  useEffect(() => () => kept.current?.(), [])
  const ids = chosen.files.flatMap(({ id }) => id ?? [])
  const [before, setBefore] = useState(ids.join())
  const changed = useEffectEvent(() => {
    setBefore(ids.join())
    onChange(ids)
  })
  useEffect(() => {
    if (ids.join() !== before) changed()
  }, [ids.join(), before])
  const rules: FileRules = {
    accept: types.map((type) => `.${type}`).join(),
    ...(types.length > 0 && { extensions: types }),
    size: megabytes * 1024 * 1024,
    types: [],
    shortens: true,
    drop: 'dropWork',
    dropHelp: 'dropWorkHelp',
    most,
  }
  return (
    <>
      <p className="mb-2 text-caption text-text-3">
        {types.length > 0
          ? q('filesOfTypes', { count: most, types: list(types.map((type) => type.toUpperCase())), size: megabytes })
          : q('files', { count: most, size: megabytes })}
      </p>
      <FilesField rules={rules} chosen={chosen} ownFiles={[]} fault={undefined} />
    </>
  )
}
