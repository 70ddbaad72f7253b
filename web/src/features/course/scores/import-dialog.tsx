// Scores from a table: chosen, compared with the book, every change and every error shown before anything is written.
import { useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { translateIfPresent, useTexts } from '../../../i18n.ts'
import { useAttempt } from '../../../parts/base/errors/use-attempt.ts'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import { bookReads } from '../../../parts/learning/scores/queries.ts'
import { useReadFile } from '../../../parts/base/table/encoding-choice.tsx'
import { invalidate } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { list, number } from '../../../ui/format.ts'
import { Table } from '../../../ui/table/table.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { excused } from './book.ts'

type Preview = Answer<'POST /api/courses/:id/scores/import/preview'>

export default function ImportDialog({ course, onClose }: { course: string; onClose: () => void }) {
  const t = useTexts('scores')
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<Preview>()
  const { busy, problem, attempt } = useAttempt('csv')
  const params = { id: course }
  const look = (text: string) =>
    attempt(async () => {
      setCsv(text)
      setPreview(await call('POST /api/courses/:id/scores/import/preview', { params, body: { csv: text } }))
    })
  const { read, readAs } = useReadFile((text) => void look(text))
  const write = () =>
    attempt(async () => {
      if (!preview) return
      const { changed } = await call('POST /api/courses/:id/scores/import', { params, body: { csv, version: preview.version } })
      await invalidate(...bookReads)
      toast({ text: t('imported', { count: changed }) })
      onClose()
    })
  const value = (text: string | null) => (text === null ? t('nothing') : text === excused ? t('excusedShort') : pointsText(text))
  const errors = preview?.errors ?? []
  const off = !preview ? t('importChoose') : errors.length ? t('importHasErrors') : preview.total === 0 ? t('importNothing') : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={t('importTitle')}
      description={t('importText')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy && preview !== undefined} off={off} onClick={() => void write()}>
            {preview ? t('importDo', { count: preview.total }) : t('importAction')}
          </Button>
        </>
      }
    >
      <div className="space-y-3 pb-3">
        <FileDrop
          title={t('importFile')}
          help={t('importHelp')}
          buttonLabel={t('chooseFile')}
          accept=".csv,.txt,.tsv,text/csv"
          multiple={false}
          onFiles={([file]) => file && read(file)}
        />
        {readAs}
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
        {preview && (
          <>
            <p role="status">
              {t('importCounts', { changes: number(preview.total), same: number(preview.unchanged), errors: errors.length })}
            </p>
            {preview.ignored.length > 0 && <p className="text-small text-text-2">{t('importIgnored', { names: list(preview.ignored) })}</p>}
            <Remarks caption={t('importErrors')} head={t('fault')} remarks={errors} />
            {errors.length === 0 && <Remarks caption={t('importNotes')} head={t('after')} remarks={preview.notes} />}
            {errors.length === 0 && preview.changes.length > 0 && (
              <Table
                caption={t('importChanges')}
                rows={preview.changes}
                rowKey={({ line, item_id }) => `${line} ${item_id}`}
                compact
                columns={[
                  { key: 'name', head: t('name'), cell: ({ person }) => person.name },
                  { key: 'item', head: t('item'), cell: ({ title }) => title },
                  { key: 'before', head: t('before'), numeric: true, cell: ({ before }) => value(before) },
                  { key: 'after', head: t('after'), numeric: true, cell: ({ after }) => <b className="font-semibold">{value(after)}</b> },
                ]}
              />
            )}
            {preview.total > preview.changes.length && (
              <p className="text-small text-text-3">{t('importMore', { count: preview.total - preview.changes.length })}</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function Remarks({ caption, head, remarks }: { caption: string; head: string; remarks: Preview['errors'] }) {
  const t = useTexts('scores')
  if (remarks.length === 0) return null
  return (
    <Table
      caption={caption}
      rows={remarks.map((remark, i) => ({ ...remark, i }))}
      rowKey={({ i }) => i}
      compact
      columns={[
        { key: 'line', head: t('line'), numeric: true, width: 64, cell: ({ line }) => line },
        { key: 'column', head: t('column'), cell: ({ column }) => column ?? '' },
        {
          key: 'remark',
          head,
          cell: ({ code, params }) => translateIfPresent('errors', code, params as Record<string, string | number>) ?? code,
        },
      ]}
    />
  )
}
