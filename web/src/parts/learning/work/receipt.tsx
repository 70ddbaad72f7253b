// The receipt of what was handed in: time, code, files with their sizes and hashes; to copy and to print. Earlier ones are folded.
import { ClipboardCopy, Printer } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { copyText } from '../../base/page/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { bytes, date, dateTime, list, timeWithSeconds } from '../../../ui/format.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { useViewer } from '../../../viewer/use-viewer.tsx'
import { useAddresses } from './addresses.ts'
import { printText } from './print-text.ts'
import { useSpan } from './span-text.ts'
import { type Assignment, lateness, type MyVersion, plainOf, wordCount } from './work-state.ts'

type Props = { activity: Pick<Assignment, 'title'>; version: MyVersion; group: string | undefined }

export function ReceiptDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const t = useTexts('work')
  return (
    <Dialog
      open
      width={560}
      title={t('handedInTitle')}
      description={t('handedInText')}
      onClose={onClose}
      footer={
        <>
          <ReceiptActions {...props} />
          <Button variant="primary" autoFocus onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className="pb-2">
        <ReceiptLines version={props.version} group={props.group} />
      </div>
    </Dialog>
  )
}

/** The last one, with what was handed in; the others below it. */
export function Receipt({
  activity,
  versions,
  group,
}: {
  activity: Assignment
  versions: readonly MyVersion[]
  group: string | undefined
}) {
  const t = useTexts('work')
  const [last, ...earlier] = versions
  if (!last) return null
  return (
    <section aria-label={t('receipt')} className="surface-card space-y-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-section font-semibold">{t('receipt')}</h2>
        <span className="flex flex-wrap gap-2">
          <ReceiptActions activity={activity} version={last} group={group} />
        </span>
      </div>
      <ReceiptLines version={last} group={group} opens />
      <Text version={last} />
      {earlier.length > 0 && (
        <details>
          <summary className="cursor-pointer text-small font-medium">{t('earlier', { count: earlier.length })}</summary>
          <ol className="mt-2 space-y-4 border-l-2 border-line pl-3">
            {earlier.map((version) => (
              <li key={version.n} className="space-y-2">
                <ReceiptLines version={version} group={group} opens />
                <Text version={version} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

function Text({ version: { text, files } }: { version: MyVersion }) {
  const t = useTexts('work')
  const addresses = useAddresses(files)
  if (!text) return null
  return (
    <details>
      <summary className="cursor-pointer text-small font-medium">{t('showText')}</summary>
      <div className="mt-2 border-l-2 border-line pl-3">
        <RichText html={text} files={addresses} size="body" />
      </div>
    </details>
  )
}

/** `opens`: the files can be looked at. */
export function ReceiptLines({ version, group, opens = false }: Pick<Props, 'version' | 'group'> & { opens?: boolean }) {
  const t = useTexts('work')
  const line = useReceipt(version, group)
  const viewer = useViewer()
  const openable = version.files.flatMap(({ upload_id: id, name, grant }) => (grant ? [{ id, name, grant }] : []))
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
        {line.lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-2">{name}</dt>
            <dd className="tabular min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {version.files.length > 0 && (
        <ul aria-label={t('files')} className="mt-2 divide-y divide-line rounded-card border border-line">
          {version.files.map((file) => (
            <li key={file.upload_id} className="px-3 py-2 text-small">
              <p className="flex justify-between gap-3">
                {opens && file.grant ? (
                  <button
                    type="button"
                    onClick={() => viewer.open(openable, file.upload_id)}
                    className="min-h-6 min-w-0 text-left break-words text-accent-text underline-offset-2 hover:underline"
                  >
                    {file.name}
                  </button>
                ) : (
                  <span className="min-w-0 font-medium break-words">{file.name}</span>
                )}
                <span className="tabular shrink-0 text-text-3">{bytes(file.size)}</span>
              </p>
              <p className="font-mono text-caption break-all text-text-3">{file.sha256 ? `SHA-256 ${file.sha256}` : t('hashLater')}</p>
            </li>
          ))}
        </ul>
      )}
      {viewer.window}
    </>
  )
}

/** The receipt as lines of name and value, and as a text. */
function useReceipt(version: MyVersion, group: string | undefined) {
  const t = useTexts('work')
  const span = useSpan()
  const late = lateness(version)
  const when = `${date(version.submitted_at)} ${timeWithSeconds(version.submitted_at)}`
  const words = wordCount(plainOf(version.text))
  const lines: [string, string][] = [
    [t('time'), late === undefined ? when : list([when, t(late > 0 ? 'wasLate' : 'wasEarly', { span: span(late) })])],
    ...(version.due ? [[t('due'), dateTime(version.due)] as [string, string]] : []),
    ...(version.submitted_by && group ? [[t('by'), `${version.submitted_by.name} (${group})`] as [string, string]] : []),
    ...(words > 0 ? [[t('text'), t('words', { count: words })] as [string, string]] : []),
    [t('code'), version.receipt],
  ]
  return { lines }
}

export function ReceiptActions({ activity, version, group }: Props) {
  const t = useTexts('work')
  const { lines } = useReceipt(version, group)
  const text = [
    activity.title,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    ...version.files.map(({ name, size, sha256 }) => [name, bytes(size), sha256 && `SHA-256 ${sha256}`].filter(Boolean).join(' · ')),
  ].join('\n')
  return (
    <>
      <Button
        variant="quiet"
        icon={ClipboardCopy}
        onClick={async () => toast((await copyText(text)) ? { text: t('copied') } : { text: t('notCopied'), error: true })}
      >
        {t('copy')}
      </Button>
      <Button variant="quiet" icon={Printer} onClick={() => printText(`${t('receipt')} · ${activity.title}`, text)}>
        {t('print')}
      </Button>
    </>
  )
}
