//! Reading and writing SGF text.
