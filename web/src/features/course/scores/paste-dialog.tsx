// The question before a paste: where more than 20 cells change, or where some of the pasted texts are no scores.
import { useTexts } from '../../../i18n.ts'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { excused } from './book.ts'

export type PastedCell = { person: string; item: string; name: string; title: string; before: string; after: string }
export type RefusedCell = { name: string; title: string; text: string; reason: string }
/** `rounded`: scores with more than four places. */
export type Paste = { cells: PastedCell[]; refused: RefusedCell[]; rounded: number }

export function PasteDialog({ paste: { cells, refused }, onWrite, onClose }: { paste: Paste; onWrite: () => void; onClose: () => void }) {
  const t = useTexts('scores')
  const shown = (value: string) => (value === '' ? t('nothing') : value === excused ? t('excusedShort') : pointsText(value))
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('pasteTitle', { count: cells.length })}
      description={t('pasteText')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" off={cells.length === 0 ? t('pasteNothing') : undefined} onClick={onWrite}>
            {t('pasteDo', { count: cells.length })}
          </Button>
        </>
      }
    >
      <div className="space-y-3 pb-3">
        {refused.length > 0 && (
          <Banner tone="warn">
            {t('pasteRefused', { count: refused.length, text: refused[0]?.text ?? '', name: refused[0]?.name ?? '' })}
          </Banner>
        )}
        {cells.length > 0 && (
          <Table
            caption={t('pasteTable')}
            rows={cells}
            rowKey={({ person, item }) => `${person} ${item}`}
            compact
            columns={[
              { key: 'name', head: t('name'), cell: ({ name }) => name },
              { key: 'item', head: t('item'), cell: ({ title }) => title },
              { key: 'before', head: t('before'), numeric: true, cell: ({ before }) => shown(before) },
              { key: 'after', head: t('after'), numeric: true, cell: ({ after }) => <b className="font-semibold">{shown(after)}</b> },
            ]}
          />
        )}
      </div>
    </Dialog>
  )
}
