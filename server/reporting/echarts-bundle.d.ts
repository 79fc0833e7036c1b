declare module 'echarts/dist/echarts.esm.min' {
  export * from 'echarts';
}
