declare module 'heic-decode' {
  interface HeicPicture {
    width: number;
    height: number;
    /** RGBA. */
    decode(): Promise<{ width: number; height: number; data: ArrayBuffer }>;
  }
  interface HeicDecoder {
    (options: { buffer: Uint8Array }): Promise<{ width: number; height: number; data: ArrayBuffer }>;
    /** The pictures of a file, in their order; none is decoded yet. */
    all(options: { buffer: Uint8Array }): Promise<readonly HeicPicture[]>;
  }
  const decode: HeicDecoder;
  export default decode;
}
