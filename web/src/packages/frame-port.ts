// Port between the page and the frame of a package: given once to the frame of that origin, and nothing else is listened to.
import { readToPage, type ToFrame, type ToPage } from '../../package-frame/messages.ts'

export type FramePort = { send: (message: ToFrame) => void; close: () => void }

/** Once the frame is loaded. Anything but messages of the protocol is dropped. */
export function givePort(frame: Pick<Window, 'postMessage'>, origin: string, onMessage: (message: ToPage) => void): FramePort {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => {
    const message = readToPage(data)
    if (message) onMessage(message)
  }
  frame.postMessage({ what: 'port' }, origin, [port2])
  return { send: (message) => port1.postMessage(message), close: () => port1.close() }
}
