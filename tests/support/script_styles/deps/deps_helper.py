NAME = "deps helper"
