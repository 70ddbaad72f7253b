// The port of providers of meetings, and a meeting as they see it. An adapter asks for nothing at the addresses that people write.
import type { ErrorCode } from '@lyceum/kit/calls/errors'
import type { Provider } from '../shapes.ts'

export type MeetingProvider = {
  name: Provider
  /**
   * The address as it is kept. Of providers whose meetings are made elsewhere alone; `hosts`: it is at one of these, or below it. An error code for one that
   * is not taken.
   */
  address?(
    text: string,
    hosts?: readonly string[],
  ): { url: string } | { fault: Extract<ErrorCode, 'meeting.address' | 'meeting.otherHost'> }
  /** The address at which somebody joins; `kept`: what address() has made, opened. */
  join(kept: string): Promise<{ url: string }>
}
