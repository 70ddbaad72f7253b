// Frame of a package on its own origin: it gets one port from the page, and shows one sco at a time in a frame of its own origin, which finds the functions
// of its edition here.
import { names } from './editions.ts'
import { loadLibrary } from './library.ts'
import { readToFrame, readToPage, type ToFrame, type ToPage } from './messages.ts'
import { createMirror } from './mirror.ts'
import { createSession, type Numbers } from './session.ts'

/** The address is `…/-/frame.html#<attempt>`. */
const mirror = createMirror(() => window.localStorage, window.location.hash.slice(1, 65))
const files = new URL('../', window.location.href)
const numbers: Numbers = { last: 0, kept: 0, saved: 0, next: () => ++numbers.last }
const markKey = 'lyceum-package'
/** Until the storage of another package is gone, nothing is read and nothing runs. */
let emptied: Promise<unknown> = Promise.resolve()
let inner: HTMLIFrameElement | undefined
let round = 0

if (isClean()) window.addEventListener('message', receive)
else window.location.replace(cleared())

function receive(event: MessageEvent) {
  const [port] = event.ports
  // a sco may forge events of its own window, but no trusted one of the page
  if (!event.isTrusted || event.source !== window.parent || !port) return
  window.removeEventListener('message', receive)
  const send = (message: ToPage) => port.postMessage(message)
  port.onmessage = ({ data }) => {
    const message = readToFrame(data)
    if (message) void act(message, send)
  }
  void emptied.then(() => {
    for (const entry of mirror.left()) {
      const left = readToPage({ ...(entry as object), what: 'left' })
      if (left) send(left)
    }
    send({ what: 'ready' })
  })
}

/** An origin that packages share has a mark of this one in its address: storage that another one left is cleared before anything runs, here too, as no browser clears any for an answer over plain http. */
function isClean(): boolean {
  const parameters = new URLSearchParams(window.location.search)
  const mark = parameters.get('package')
  if (mark === null) return true
  try {
    if (window.localStorage.getItem(markKey) === mark) return true
    if (!parameters.has('clear')) return false
    window.localStorage.clear()
    window.sessionStorage.clear()
    emptied = dropDatabases()
      .catch(() => {})
      .then(() => window.localStorage.setItem(markKey, mark))
      // without storage nothing is left
      .catch(() => {})
  } catch {
    // without storage nothing is left
  }
  return true
}
async function dropDatabases() {
  const dropped = (await window.indexedDB.databases()).flatMap(({ name }) =>
    name === undefined ? [] : [window.indexedDB.deleteDatabase(name)],
  )
  const over = (request: IDBOpenDBRequest) =>
    new Promise<unknown>((done) => {
      request.onsuccess = request.onerror = request.onblocked = done
    })
  await Promise.all(dropped.map(over))
}
/** The same address again, whose answer clears the storage. */
function cleared(): string {
  const address = new URL(window.location.href)
  address.searchParams.set('clear', '')
  return address.href
}

async function act(message: ToFrame, send: (message: ToPage) => void) {
  if (message.what === 'begin') return begin(message, send)
  if (message.what === 'clear') {
    clear()
    return send({ what: 'ready' })
  }
  numbers[message.what] = Math.max(numbers[message.what], message.seq)
  if (message.what === 'saved') numbers.kept = Math.max(numbers.kept, message.seq)
  mirror.drop(numbers.kept)
}

/** The sco that leaves may still set and end: its functions go after it. */
function clear() {
  round++
  inner?.remove()
  inner = undefined
  for (const { window: name } of Object.values(names)) Reflect.deleteProperty(window, name)
}

async function begin(message: Extract<ToFrame, { what: 'begin' }>, send: (message: ToPage) => void) {
  clear()
  const mine = round
  numbers.last = Math.max(numbers.last, message.first_seq - 1)
  numbers.saved = Math.max(numbers.saved, message.first_seq - 1)
  try {
    const target = new URL(message.launch, files)
    // a manifest of a stranger: nothing outside the package, and no script as an address
    if (target.origin !== files.origin || !target.pathname.startsWith(files.pathname)) throw new Error(message.launch)
    const library = await loadLibrary(message)
    if (mine !== round) return
    const session = createSession(message.kind, message.item, library, { send, mirror, now: () => Date.now(), numbers })
    Object.defineProperty(window, names[message.kind].window, { value: session, configurable: true })
    inner = document.createElement('iframe')
    inner.title = message.title
    inner.allow = 'autoplay; fullscreen'
    inner.src = target.href
    document.body.append(inner)
    inner.focus()
  } catch (error) {
    send({ what: 'failed', text: String(error).slice(0, 2000) })
  }
}
