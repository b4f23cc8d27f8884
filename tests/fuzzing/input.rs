//! Bytes read as a caller's choices. When they run out, every further choice is the first one.

pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Input<'a> {
        Input(bytes)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Everything that has not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.0
    }

    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte
            }
            None => 0,
        }
    }

    /// A number below `bound`, which is at most 256.
    pub fn below(&mut self, bound: usize) -> usize {
        self.byte() as usize % bound
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    pub fn integer(&mut self) -> i32 {
        i32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// A number that is in 0..n more often than not, and otherwise near its ends or far away.
    pub fn node(&mut self, n: usize) -> i32 {
        match self.byte() {
            byte @ 0..240 => i32::from(byte) % n as i32,
            240..244 => n as i32,
            244..248 => -1,
            248 => i32::MIN,
            249 => i32::MAX,
            250 => n as i32 + 1,
            _ => self.integer(),
        }
    }

    /// A role more often than not.
    pub fn role(&mut self) -> i32 {
        match self.byte() {
            byte @ 0..240 => 1 + i32::from(byte % 2),
            240..244 => 0,
            244..248 => 3,
            _ => self.integer(),
        }
    }

    /// A flag as C callers may write it: any nonzero value is true.
    pub fn flag(&mut self) -> i32 {
        match self.byte() {
            byte @ 0..250 => i32::from(byte % 2),
            _ => self.integer(),
        }
    }
}
