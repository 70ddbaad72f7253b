// Files on their way into a text: each has a place in it at once, which shows how far it is, and becomes a picture or an attachment when it
// arrives. Until then it is no part of the text's HTML.
import { type Editor, Node } from '@tiptap/core'

type Incoming = { file: File; isPicture: boolean; state: 'sending' | 'failed' | 'done'; percent: number; why: string; upload: string }
/** Files whose places stand in the text. */
export type OnTheirWay = { sending: number; failed: number }
export const nothingOnTheWay: OnTheirWay = { sending: 0, failed: 0 }

export type UploadFile = (file: File, onPercent: (percent: number) => void) => Promise<string>
export type IncomingTexts = {
  sending: (name: string) => string
  failed: (name: string, why: string) => string
  retry: string
  remove: string
}

const isPicture = (file: File) => /^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(file.type)
const nodeName = 'incoming'

/** `onArrived` gets each picture's upload and file, `onCount` the number of files that are not there yet. */
export function createIncomings(ports: {
  upload: UploadFile
  texts: () => IncomingTexts
  onArrived: (upload: string, file: File) => void
  onCount: (count: OnTheirWay) => void
}) {
  const files = new Map<string, Incoming>()
  const drawn = new Map<string, Set<() => void>>()
  let editor: Editor | undefined
  let next = 1
  const redraw = (key: string) => {
    for (const draw of drawn.get(key) ?? []) draw()
  }

  function places(): { key: string; pos: number }[] {
    const found: { key: string; pos: number }[] = []
    editor?.state.doc.descendants((node, pos) => {
      if (node.type.name === nodeName) found.push({ key: node.attrs.key, pos })
    })
    return found
  }

  /** Puts what has arrived in its place, also in a place that an undo brought back. */
  function settle() {
    if (!editor || editor.isDestroyed) return
    const { state, view, schema } = editor
    const { tr } = state
    for (const { key, pos } of places().reverse()) {
      const incoming = files.get(key)
      if (incoming?.state !== 'done') continue
      const { upload, file } = incoming
      const node = incoming.isPicture
        ? schema.nodes.image?.create({ upload, alt: '' })
        : schema.text(file.name, [schema.marks.attachment!.create({ upload })])
      if (node) tr.replaceWith(pos, pos + 1, node)
    }
    if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false))
    count()
  }
  function count() {
    const states = places().map(({ key }) => files.get(key)?.state)
    ports.onCount({ sending: states.filter((one) => one === 'sending').length, failed: states.filter((one) => one === 'failed').length })
  }

  function send(key: string) {
    const incoming = files.get(key)
    if (!incoming) return
    Object.assign(incoming, { state: 'sending', percent: 0 })
    redraw(key)
    count()
    ports
      .upload(incoming.file, (percent) => {
        incoming.percent = percent
        redraw(key)
      })
      .then(
        (upload) => {
          Object.assign(incoming, { state: 'done', upload })
          if (incoming.isPicture && !editor?.isDestroyed) ports.onArrived(upload, incoming.file)
        },
        (error: unknown) => Object.assign(incoming, { state: 'failed', why: error instanceof Error ? error.message : '' }),
      )
      .finally(() => {
        redraw(key)
        settle()
      })
  }

  function element(key: string, remove: () => void): { dom: HTMLElement; end: () => void } {
    const dom = document.createElement('span')
    dom.contentEditable = 'false'
    const label = document.createElement('span')
    const bar = document.createElement('progress')
    bar.max = 100
    const button = (act: () => void) => {
      const made = document.createElement('button')
      made.type = 'button'
      made.addEventListener('click', act)
      return made
    }
    const [retry, drop] = [button(() => send(key)), button(remove)]
    const draw = () => {
      const incoming = files.get(key)
      const failed = incoming?.state !== 'sending'
      const { sending, failed: failure, retry: retryText, remove: removeText } = ports.texts()
      dom.className = failed ? 'incoming failed' : 'incoming'
      const name = incoming?.file.name ?? ''
      label.textContent = failed ? failure(name, incoming?.why ?? '') : sending(name)
      bar.value = incoming?.percent ?? 0
      bar.setAttribute('aria-label', sending(name))
      retry.textContent = retryText
      drop.textContent = removeText
      dom.replaceChildren(label, ...(failed ? [...(incoming ? [retry] : []), drop] : [bar]))
    }
    draw()
    const draws = drawn.get(key) ?? new Set()
    drawn.set(key, draws.add(draw))
    return { dom, end: () => draws.delete(draw) }
  }

  return {
    attach(to: Editor) {
      editor = to
    },
    settle,
    /** Gives each file a place at the caret and sends it. */
    add(added: readonly File[]) {
      for (const file of added) {
        const key = String(next++)
        files.set(key, { file, isPicture: isPicture(file), state: 'sending', percent: 0, why: '', upload: '' })
        editor?.chain().focus().insertContent({ type: nodeName, attrs: { key } }).run()
        send(key)
      }
    },
    extension: Node.create({
      name: nodeName,
      group: 'inline',
      inline: true,
      atom: true,
      addAttributes: () => ({ key: { default: '', rendered: false } }),
      renderHTML: () => ['span'],
      addNodeView:
        () =>
        ({ node, getPos, editor: current }) => {
          const { dom, end } = element(node.attrs.key, () => {
            const pos = getPos()
            if (pos !== undefined)
              current
                .chain()
                .focus()
                .deleteRange({ from: pos, to: pos + 1 })
                .run()
          })
          return { dom, destroy: end, stopEvent: () => true, ignoreMutation: () => true }
        },
    }),
  }
}
