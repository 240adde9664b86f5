// In place of onnxruntime-web, which is larger than the whole site.
throw new Error('The site has no ONNX runtime.');
