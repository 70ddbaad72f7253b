// Types of mammoth's build for browsers, which reads no files and ships without types under this name.
declare module 'mammoth/mammoth.browser.min.js' {
  import mammoth from 'mammoth'
  export default mammoth
}
