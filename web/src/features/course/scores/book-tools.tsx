// The tools of the gradebook in the course's header: the state of saving, density, CSV, Release scores, and the rest behind ⋯.
import {
  ArrowDownUp,
  Check,
  CircleAlert,
  Download,
  Ellipsis,
  LoaderCircle,
  LockKeyhole,
  MessageSquareText,
  Plus,
  Printer,
  Send,
  SlidersHorizontal,
  Upload,
} from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import type { Density } from '../../../device/theme.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { timeWithSeconds } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import type { SaverState } from './cell-saver.ts'

export function SaveState({ status, savedAt }: Pick<SaverState, 'status' | 'savedAt'>) {
  const t = useTexts('scores')
  const Icon = status === 'retrying' ? CircleAlert : status === 'saving' ? LoaderCircle : Check
  const text =
    status === 'retrying'
      ? t('retrying')
      : status === 'saving'
        ? t('saving')
        : savedAt === null
          ? ''
          : t('savedAt', { time: timeWithSeconds(savedAt) })
  return (
    <span
      role="status"
      className={classes(
        'tabular flex items-center gap-1 text-small whitespace-nowrap max-tablet:hidden',
        status === 'retrying' ? 'text-warn-text' : 'text-text-3',
      )}
    >
      {text && <Icon aria-hidden size={14} strokeWidth={2} className="shrink-0" />}
      {text}
    </span>
  )
}

export function BookTools({
  course,
  state,
  writes,
  releases,
  final,
  density,
  onDensity,
  onRelease,
  onMessage,
  onExport,
  onImport,
  onAddItem,
  onSubmit,
}: {
  course: string
  state: SaverState
  writes: boolean
  releases: boolean
  final: boolean
  density: Density
  onDensity: (density: Density) => void
  onRelease: () => void
  /** undefined for a reader who writes no messages. */
  onMessage: (() => void) | undefined
  onExport: () => void
  onImport: () => void
  onAddItem: () => void
  onSubmit: () => void
}) {
  const t = useTexts('scores')
  const go = useNavigate()
  const table = [
    { label: t('exportCsv'), icon: Download, onSelect: onExport },
    ...(writes ? [{ label: t('importCsv'), icon: Upload, onSelect: onImport }] : []),
  ]
  return (
    <>
      <SaveState {...state} />
      <Segmented
        label={t('density')}
        value={density}
        onChange={onDensity}
        className="max-small:hidden"
        options={[
          { value: 'compact', label: t('compact') },
          { value: 'default', label: t('comfortable') },
          { value: 'touch', label: t('large') },
        ]}
      />
      <span className="max-tablet:hidden">
        <Menu trigger={{ kind: 'button', props: { children: 'CSV', icon: ArrowDownUp } }} groups={[{ items: table }]} />
      </span>
      {onMessage && (
        <span className="max-desktop:hidden">
          <Button icon={MessageSquareText} onClick={onMessage}>
            {t('message')}
          </Button>
        </span>
      )}
      {releases && (
        <>
          <span className="max-tablet:hidden">
            <Button variant="primary" icon={Send} onClick={onRelease}>
              {t('releaseTitle')}
            </Button>
          </span>
          <span className="tablet:hidden">
            <IconButton label={t('releaseTitle')} icon={Send} onClick={onRelease} />
          </span>
        </>
      )}
      <Menu
        trigger={{ kind: 'icon', props: { label: t('moreOfBook'), icon: Ellipsis } }}
        groups={[
          {
            items: [
              ...(writes ? [{ label: t('addItem'), icon: Plus, onSelect: onAddItem }] : []),
              ...(onMessage ? [{ label: t('message'), icon: MessageSquareText, onSelect: onMessage }] : []),
              { label: t('rules'), icon: SlidersHorizontal, onSelect: () => go(paths.scoreRules(course)) },
              { label: t('printResults'), icon: Printer, onSelect: () => go(paths.courseResults(course)) },
            ],
          },
          { heading: 'CSV', items: table },
          ...(writes && !final ? [{ items: [{ label: t('submitTitle'), icon: LockKeyhole, onSelect: onSubmit }] }] : []),
        ]}
      />
    </>
  )
}
