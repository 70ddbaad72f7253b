// Dialogs whose code loads when they first open. Code that does not load, as without a connection, leaves the page as it is: a notice stands in the
// dialog's place and offers another try.
import { RotateCw } from 'lucide-react'
import {
  Component,
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../button.tsx'
import { useReturnFocus } from './return-focus.ts'
import { useOpenDialog } from './turns.ts'

type Closable = { onClose: () => unknown }

/** The failure of loading code, apart from those of the code itself, which the page reports. */
class NotLoaded extends Error {}

/** The component that `load` brings; nothing shows while it loads. Its `onClose` closes the notice too. */
export function laterDialog<T extends ComponentType<any>>(
  load: () => Promise<{ default: T }>,
): (props: ComponentProps<T> & Closable) => ReactNode {
  // a lazy component keeps its failure: another try needs another one
  const later = () =>
    lazy(
      (): Promise<{ default: ComponentType<any> }> =>
        load().catch((cause: unknown) => {
          throw new NotLoaded('the code of a dialog did not load', { cause })
        }),
    )
  let Part = later()
  const renew = () => {
    Part = later()
  }
  return (props) => <Boundary onClose={props.onClose} renew={renew} draw={() => <Part {...props} />} />
}

type BoundaryProps = Closable & { renew: () => void; draw: () => ReactNode }

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown }
  /** Somebody has tried again. */
  #again = false
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override componentDidCatch(error: unknown) {
    if (error instanceof NotLoaded && this.#again) void reloadIfThere()
  }
  #retry = () => {
    this.#again = true
    this.props.renew()
    this.setState({ error: undefined })
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return <Suspense>{this.props.draw()}</Suspense>
    if (error instanceof NotLoaded) return <Notice onClose={this.props.onClose} onRetry={this.#retry} />
    throw error
  }
}

/** Some browsers do not ask again for code that has failed once, and that of an earlier release is gone for good: a page that the server has cures both. */
const reloadIfThere = () =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok && window.location.reload(),
    () => undefined,
  )

/** The browser's own dialog: that of the page may be what did not load. */
function Notice({ onClose, onRetry }: Closable & { onRetry: () => void }) {
  const t = useTexts('ui')
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  useReturnFocus()
  useOpenDialog()
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    box.current?.showModal()
    const again = () => retry()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  return (
    <dialog
      ref={box}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto w-[min(416px,calc(100vw-32px))] rounded-panel bg-raised p-5 text-text shadow-float backdrop:bg-[rgb(15_21_23/.38)]"
    >
      <h2 id={`${id}-title`} className="font-title text-title font-bold">
        {t('notLoaded')}
      </h2>
      <p id={`${id}-text`} className="mt-1 text-body text-text-2">
        {t('notLoadedText')}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={() => onClose()}>{t('close')}</Button>
        <Button variant="primary" icon={RotateCw} onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      </div>
    </dialog>
  )
}
